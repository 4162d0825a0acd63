import { SESSION_END_EXAMPLE, sessionEndReply } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const browserDelete = defineEndpoint({
  name: 'browserDelete',
  method: 'DELETE',
  path: '/v2/browser/{id}',
  aliases: ['/v2/interact/{id}'],
  isMissing: true,
  summary: 'Ends a browser session',
  params: jobIdParams,
  reply: sessionEndReply,
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: SESSION_END_EXAMPLE,
});
