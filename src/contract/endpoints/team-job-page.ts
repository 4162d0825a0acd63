import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { JOB_ID_EXAMPLE } from '../job-examples.ts';
import { pageState } from '../listed-page.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const teamJobPage = defineEndpoint({
  name: 'teamJobPage',
  method: 'GET',
  path: '/v2/team/jobs/{id}/pages/{page}',
  summary: 'One page of a crawl or batch scrape',
  description: 'Its state, how often it was tried, and what to do about its error.',
  params: jobIdParams.extend({
    page: z.string().meta({ description: 'As `/v2/team/jobs/{id}/changes` names it.' }),
  }),
  reply: z.object({
    success: z.literal(true),
    data: z.object({
      page: z.string(),
      url: z.string(),
      state: pageState,
      isAtWork: z.boolean().meta({ description: 'It is being scraped now.' }),
      scrapeId: z.string().nullable().meta({ description: 'Its document is at `/v2/scrape/{scrapeId}`.' }),
      ended_at: z.iso.datetime().nullable(),
      code: z
        .string()
        .nullable()
        .meta({ description: 'The code of the error, or the reason why the page was left out.' }),
      error: z.string().nullable(),
      advice: z.string().meta({ description: 'Advice about the error.' }),
      attempts: z.int().meta({ description: 'Times that it was tried.' }),
      not_before: z.iso.datetime().nullable().meta({ description: 'It is tried again then.' }),
      depth: z.int().meta({ description: 'Links between the start and the page.' }),
      durationMs: z.int().nullable().meta({ description: 'How long its scrape took.' }),
    }),
  }),
  errors: ['NOT_FOUND'],
  auth: 'bearer',
  rateLimit: 'status',
  credits: 'none',
  example: {
    params: { ...JOB_ID_EXAMPLE, page: 'lMFqv2rUoLpN0yWcJ1kTzA' },
    reply: {
      success: true,
      data: {
        page: 'lMFqv2rUoLpN0yWcJ1kTzA',
        url: 'https://example.com/slow',
        state: 'failed',
        isAtWork: false,
        scrapeId: '0190aaaa-1111-7222-8333-444455556667',
        ended_at: '2026-11-20T04:31:00.000Z',
        code: 'SCRAPE_TIMEOUT',
        error: 'The scrape did not finish within 60000 ms',
        advice: 'Raise `timeout`.',
        attempts: 3,
        not_before: null,
        depth: 2,
        durationMs: 60_000,
      },
    },
  },
});
