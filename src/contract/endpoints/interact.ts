import { z } from 'zod';
import {
  CODE_RUN_EXAMPLE,
  codeRunShape,
  SESSION_URLS_EXAMPLE,
  sessionUrlsShape,
} from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { interactRequest } from '../requests/interact.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const interact = defineEndpoint({
  name: 'interact',
  method: 'POST',
  path: '/v2/scrape/{id}/interact',
  summary: 'Run code or a task on the page of a scrape',
  description:
    'The first call opens a browser that shows the page as the scrape had it in the end; later calls go on in the same page, and variables of node and python stay. Code or task failed: the status is 200 and `success` is false.',
  params: jobIdParams,
  body: interactRequest,
  reply: z.object({
    success: z.boolean().meta({ description: 'Whether it went well.' }),
    sessionId: z.guid(),
    ...sessionUrlsShape,
    output: z.string().optional().meta({ description: 'The answer to the prompt.' }),
    ...codeRunShape,
  }),
  errors: [
    'PAYMENT_REQUIRED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'SESSION_DESTROYED',
    'CONCURRENCY_LIMITED',
    'SESSION_FAILED',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'execute',
  credits: '2 for each started minute of the session; 7 when a prompt was used in it',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    body: { code: 'await page.title()' },
    reply: {
      success: true,
      sessionId: '0190aaaa-1111-7222-8333-777788889999',
      ...SESSION_URLS_EXAMPLE,
      ...CODE_RUN_EXAMPLE,
    },
  },
});
