import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const concurrencyCheck = defineEndpoint({
  name: 'concurrencyCheck',
  method: 'GET',
  path: '/v2/concurrency-check',
  summary: 'How many pages of your team are in work now, and how many may be',
  description: 'A scrape that finds no place waits for one within its `timeout`.',
  reply: z.object({
    success: z.literal(true),
    concurrency: z.int().min(0),
    maxConcurrency: z.int().min(0),
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: { reply: { success: true, concurrency: 1, maxConcurrency: 10 } },
});
