import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE } from '../job-examples.ts';
import { pageState } from '../listed-page.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const teamJobChanges = defineEndpoint({
  name: 'teamJobChanges',
  method: 'GET',
  path: '/v2/team/jobs/{id}/changes',
  summary: 'Pages of a crawl or batch scrape that changed since you asked last',
  description:
    'Without a cursor all pages, in no order; with the cursor of the answer before those that were found or ended since then. A page may come more than once: the last time counts. The WebSocket at `/v2/team/jobs/{id}` sends the same as it happens.',
  params: jobIdParams,
  query: z.object({
    cursor: z
      .string()
      .optional()
      .meta({ description: 'The `cursor` of the answer before; an empty one is none.' }),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        page: z.string().meta({ description: 'Names it in its job: `/v2/team/jobs/{id}/pages/{page}`.' }),
        url: z.string(),
        state: pageState,
        code: z
          .string()
          .nullable()
          .meta({ description: 'The code of the error, or the reason why the page was left out.' }),
      }),
    ),
    cursor: z.string(),
    has_more: z.boolean().meta({ description: 'There is more already: ask again at once.' }),
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: JOB_ID_EXAMPLE,
    query: {},
    reply: {
      success: true,
      data: [
        {
          page: 'lMFqv2rUoLpN0yWcJ1kTzA',
          url: 'https://example.com/slow',
          state: 'failed',
          code: 'SCRAPE_TIMEOUT',
        },
      ],
      cursor: 'IDEyIDMgMTc5NTUzMzQwMDAwMDAwMCA3',
      has_more: false,
    },
  },
});
