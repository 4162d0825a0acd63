import { z } from 'zod';
import { CODE_RUN_EXAMPLE, codeRunReply } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';
import { sessionCode } from '../requests/session-code.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const browserExecute = defineEndpoint({
  name: 'browserExecute',
  method: 'POST',
  path: '/v2/browser/{id}/execute',
  aliases: ['/v2/interact/{id}/execute'],
  isMissing: true,
  summary: 'Runs code in a browser session',
  params: jobIdParams,
  body: z
    .looseObject({
      code: sessionCode,
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserExecuteRequest' }),
  reply: codeRunReply,
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: CODE_RUN_EXAMPLE,
});
