import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

/** The kinds of steps, as a time line shows them. */
const stepKind = z.enum([
  'cache',
  'queue',
  'fetch',
  'browser',
  'wait',
  'action',
  'read',
  'convert',
  'model',
  'media',
  'write',
  'decision',
]);

export type ScrapeStepKind = z.output<typeof stepKind>;

export const teamScrape = defineEndpoint({
  name: 'teamScrape',
  method: 'GET',
  path: '/v2/team/scrapes/{id}',
  summary: 'One scrape of your team, step by step',
  description:
    'With the time of each step and what it found or decided, for 24 hours, also of a scrape that failed. A scrape with zero data retention or lockdown keeps nothing, so nothing is told of it.',
  params: jobIdParams,
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      id: z.string(),
      url: z.string(),
      created_at: z.iso.datetime(),
      durationMs: z.int().meta({ description: 'From the request until the document was made.' }),
      statusCode: z.int().nullable().meta({ description: 'The status of the page.' }),
      code: z.string().nullable().meta({ description: 'The code of the error, when the scrape failed.' }),
      steps: z.array(
        z.object({
          kind: stepKind.meta({
            description: '`queue` is waiting for a turn, `decision` takes no time: why something was done.',
          }),
          name: z.string().meta({ description: 'Within its kind, in words.' }),
          atMs: z.number().meta({ description: 'When it began, from the beginning of the scrape.' }),
          tookMs: z.number(),
          note: z.string().nullable().meta({ description: 'The finding or decision of the step.' }),
          isFailed: z.boolean(),
        }),
      ),
    }),
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    reply: {
      success: true,
      data: {
        id: '0190aaaa-1111-7222-8333-444455556666',
        url: 'https://example.com/kettles',
        created_at: '2026-11-20T04:31:00.000Z',
        durationMs: 143,
        statusCode: 200,
        code: null,
        steps: [
          {
            kind: 'cache',
            name: 'cache',
            atMs: 1,
            tookMs: 2,
            note: 'no copy that is young enough',
            isFailed: false,
          },
          { kind: 'fetch', name: 'fetch', atMs: 3, tookMs: 120, note: 'status 200, 81 kB', isFailed: false },
          {
            kind: 'convert',
            name: 'convert',
            atMs: 123,
            tookMs: 18,
            note: 'html, taken for a page of type article',
            isFailed: false,
          },
        ],
      },
    },
  },
});
