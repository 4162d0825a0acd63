import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;

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
  summary: 'What your team asked for in the last 24 hours, newest first',
  description:
    'Finds the ids of jobs: read a scrape at `/v2/scrape/{id}`, a crawl at `/v2/crawl/{id}`, a batch_scrape at `/v2/batch/scrape/{id}`, an agent at `/v2/extract/{id}`.',
  query: z.object({
    endpoint: activityEndpoint.optional().meta({ description: 'Only entries of this endpoint.' }),
    limit: z
      .unknown()
      .transform(toLimit)
      .prefault(DEFAULT_LIMIT)
      .meta({
        wholeNumber: { minimum: 1, maximum: MAX_LIMIT },
        description: `Entries per page. A larger number counts as ${MAX_LIMIT}; what is no number or below 1 as ${DEFAULT_LIMIT}.`,
      }),
    cursor: z
      .string()
      .optional()
      .meta({ description: 'The `cursor` of the page before; an empty one is none.' }),
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
    cursor: z.string().nullable().meta({ description: 'Of the next page; null on the last.' }),
    has_more: z.boolean(),
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

/** No value of `limit` is an error. */
function toLimit(value: unknown): number {
  const limit = typeof value === 'string' ? Number(value) : value;
  return typeof limit === 'number' && limit >= 1 ? Math.min(MAX_LIMIT, Math.floor(limit)) : DEFAULT_LIMIT;
}
