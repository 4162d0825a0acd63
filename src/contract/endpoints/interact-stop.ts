import { SESSION_END_EXAMPLE, sessionEndReply } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const interactStop = defineEndpoint({
  name: 'interactStop',
  method: 'DELETE',
  path: '/v2/scrape/{id}/interact',
  isMissing: true,
  summary: 'Ends the browser session of a scrape',
  params: jobIdParams,
  reply: sessionEndReply,
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: SESSION_END_EXAMPLE,
});
