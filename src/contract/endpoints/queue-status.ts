import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const queueStatus = defineEndpoint({
  name: 'queueStatus',
  method: 'GET',
  path: '/v2/team/queue-status',
  summary: "How far your team's running crawls and batch scrapes are",
  description: 'Pages of all of them together; single scrapes are not counted.',
  reply: z.object({
    success: z.literal(true),
    jobsInQueue: z.int().min(0).meta({ description: 'Pages in work and pages that wait.' }),
    activeJobsInQueue: z.int().min(0).meta({ description: 'Pages in work now.' }),
    waitingJobsInQueue: z.int().min(0).meta({
      description: "Pages found that wait, not more than the job's limit leaves.",
    }),
    maxConcurrency: z.int().min(0).meta({ description: 'Pages that may be in work at once.' }),
    mostRecentSuccess: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When a page was last finished; null when none is known.' }),
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    reply: {
      success: true,
      jobsInQueue: 3,
      activeJobsInQueue: 1,
      waitingJobsInQueue: 2,
      maxConcurrency: 10,
      mostRecentSuccess: '2026-11-20T04:30:00.000Z',
    },
  },
});
