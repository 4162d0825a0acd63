import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { listEndShape, listPageShape } from '../requests/list-page.ts';

const activityEndpoint = z.enum([
  'scrape',
  'crawl',
  'batch_scrape',
  'search',
  'extract',
  'llmstxt',
  'deep_research',
  'map',
  'agent',
  'browser',
  'interact',
]);

export type ActivityEndpoint = z.output<typeof activityEndpoint>;

export const activity = defineEndpoint({
  name: 'activity',
  method: 'GET',
  path: '/v2/team/activity',
  summary: 'Requests of your team in the last 24 hours, newest first',
  description:
    'Finds the ids of jobs: read a scrape at `/v2/scrape/{id}`, a crawl at `/v2/crawl/{id}`, a batch_scrape at `/v2/batch/scrape/{id}`, an agent at `/v2/extract/{id}`.',
  query: z.object({
    endpoint: activityEndpoint.optional().meta({ description: 'Only entries of this endpoint.' }),
    ...listPageShape,
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        id: z.string(),
        endpoint: activityEndpoint,
        api_version: z.literal('v2'),
        created_at: z.iso.datetime(),
        target: z.string().nullable().meta({
          description: 'URL, first URL of a batch, or query; null under zero data retention.',
        }),
      }),
    ),
    ...listEndShape,
  }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  credits: 'none',
  example: {
    query: { endpoint: 'scrape', limit: '10' },
    reply: {
      success: true,
      data: [
        {
          id: '0190aaaa-1111-7222-8333-444455556666',
          endpoint: 'scrape',
          api_version: 'v2',
          created_at: '2026-11-20T04:30:00.000Z',
          target: 'https://example.com',
        },
      ],
      cursor: null,
      has_more: false,
    },
  },
});
