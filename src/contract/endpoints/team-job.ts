import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE } from '../job-examples.ts';
import { jobIdParams } from '../requests/job-id.ts';
import { listedJob, listedJobExample } from '../listed-job.ts';
import { skipReason } from '../listed-page.ts';

export const teamJob = defineEndpoint({
  name: 'teamJob',
  method: 'GET',
  path: '/v2/team/jobs/{id}',
  summary: 'How far a crawl or batch scrape is, and its errors by kind',
  description:
    'Counts instead of documents, for whoever looks on: each kind of error with one of its pages and what to do about it.',
  params: jobIdParams,
  reply: z.object({
    success: z.literal(true),
    data: listedJob,
    errors: z.array(
      z.object({
        code: z.string(),
        pages: z.int().meta({ description: 'Pages that failed so.' }),
        url: z.string().meta({ description: 'One of them.' }),
        examples: z.array(z.string()).meta({ description: 'The first and the last of them.' }),
        error: z.string().meta({ description: 'Why that page failed.' }),
        advice: z.string().meta({ description: 'Advice about the error.' }),
      }),
    ),
    robotsBlocked: z.int().meta({ description: 'Pages that robots.txt forbids.' }),
    skipped: z.array(
      z.object({
        reason: skipReason,
        pages: z.int().meta({ description: 'Pages that were left out for it.' }),
        examples: z.array(z.string()).meta({ description: 'The first and the last of them.' }),
      }),
    ),
    warnings: z.array(z.string()).meta({
      description:
        'Sentences about the whole job: traps that were found, sitemaps that could not be read, ...',
    }),
    error: z.string().nullable().meta({ description: 'Why the whole job failed.' }),
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: JOB_ID_EXAMPLE,
    reply: {
      success: true,
      data: listedJobExample,
      errors: [
        {
          code: 'SCRAPE_TIMEOUT',
          pages: 1,
          url: 'https://example.com/slow',
          examples: ['https://example.com/slow'],
          error: 'The scrape did not finish within 60000 ms',
          advice: 'Raise `timeout`.',
        },
      ],
      robotsBlocked: 0,
      skipped: [{ reason: 'duplicate', pages: 1, examples: ['https://example.com/index.html'] }],
      warnings: [],
      error: null,
    },
  },
});
