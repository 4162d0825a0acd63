import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE } from '../job-examples.ts';
import { pageState } from '../listed-page.ts';
import { jobIdParams } from '../requests/job-id.ts';
import { listEndShape, listPageShape } from '../requests/list-page.ts';

export const teamJobPages = defineEndpoint({
  name: 'teamJobPages',
  method: 'GET',
  path: '/v2/team/jobs/{id}/pages',
  summary: 'The pages of a crawl or batch scrape in one state',
  description:
    'Without their documents: read one at `/v2/scrape/{scrapeId}`. Pages that are done stand in the order of their ends, the newest first, those that wait in that of their turns, others as they were found.',
  params: jobIdParams,
  query: z.object({
    state: pageState.default('done').meta({
      description: '`skipped` are pages that the crawl left out; `waiting` has those at work too.',
    }),
    ...listPageShape,
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        url: z.string(),
        state: pageState,
        scrapeId: z.string().nullable(),
        ended_at: z.iso.datetime().nullable(),
        code: z
          .string()
          .nullable()
          .meta({ description: 'The code of the error, or the reason why the page was left out.' }),
        error: z.string().nullable(),
      }),
    ),
    ...listEndShape,
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: JOB_ID_EXAMPLE,
    query: { state: 'failed' },
    reply: {
      success: true,
      data: [
        {
          url: 'https://example.com/slow',
          state: 'failed',
          scrapeId: '0190aaaa-1111-7222-8333-444455556667',
          ended_at: '2026-11-20T04:31:00.000Z',
          code: 'SCRAPE_TIMEOUT',
          error: 'The scrape did not finish within 60000 ms',
        },
      ],
      cursor: null,
      has_more: false,
    },
  },
});
