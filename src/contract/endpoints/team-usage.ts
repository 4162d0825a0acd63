import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { RATE_LIMIT_KINDS } from '../rate-limit-kinds.ts';

const MAX_DAYS = 90;
const DEFAULT_DAYS = 30;

export const teamUsage = defineEndpoint({
  name: 'teamUsage',
  method: 'GET',
  path: '/v2/team/usage',
  summary: 'Credits and calls of your team by day and endpoint, and its limits',
  description: 'Days are those of UTC. A page of a crawl or batch counts as a call.',
  query: z.object({
    days: z
      .string()
      .regex(/^\d{1,2}$/, 'must be a whole number')
      .transform(Number)
      .pipe(z.number().min(1).max(MAX_DAYS))
      .prefault(String(DEFAULT_DAYS))
      .meta({
        wholeNumber: { minimum: 1, maximum: MAX_DAYS },
        description: 'So many days up to today.',
      }),
  }),
  reply: z.object({
    success: z.literal(true),
    days: z
      .array(
        z.object({
          day: z.iso.date(),
          endpoint: z.string().meta({ description: '`scrape`, `crawl`, `map`, ...' }),
          credits: z.int(),
          calls: z.int(),
        }),
      )
      .meta({ description: 'The oldest first; a day or endpoint without calls is left out.' }),
    limits: z.object({
      maxConcurrency: z.int(),
      active: z.int().meta({ description: 'Slots that are taken now.' }),
      creditsGranted: z.int().nullable().meta({ description: 'Credits in total; null when unlimited.' }),
      creditsUsed: z.int(),
      requests: z
        .array(
          z.object({
            kind: z.enum(RATE_LIMIT_KINDS),
            limit: z.int().meta({ description: 'Requests a minute.' }),
            used: z.int().meta({ description: 'In the minute that runs.' }),
          }),
        )
        .meta({ description: 'Kinds that have a limit.' }),
    }),
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { days: '7' },
    reply: {
      success: true,
      days: [{ day: '2026-11-23', endpoint: 'scrape', credits: 42, calls: 40 }],
      limits: {
        maxConcurrency: 20,
        active: 3,
        creditsGranted: 10_000,
        creditsUsed: 420,
        requests: [{ kind: 'scrape', limit: 100, used: 12 }],
      },
    },
  },
});
