import { z } from 'zod';
import { CODE_RUN_EXAMPLE, codeRunShape } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';
import { sessionCode, sessionLanguage, sessionTimeout } from '../requests/session-code.ts';
import { sessionIdParams } from '../requests/session-id.ts';

export const browserExecute = defineEndpoint({
  name: 'browserExecute',
  method: 'POST',
  path: '/v2/browser/{id}/execute',
  aliases: ['/v2/interact/{id}/execute'],
  summary: 'Run code in a browser session',
  description:
    'Variables of node and python stay from call to call. `success` is true whenever the code ran: `exitCode` tells how it went. Unknown keys are ignored.',
  params: sessionIdParams,
  body: z
    .object({
      code: sessionCode,
      language: sessionLanguage,
      timeout: sessionTimeout,
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserExecuteRequest' }),
  reply: z.object({ success: z.literal(true), ...codeRunShape }),
  errors: [
    'PAYMENT_REQUIRED',
    'FORBIDDEN',
    'NOT_FOUND',
    'SESSION_DESTROYED',
    'SESSION_FAILED',
    'SERVICE_UNAVAILABLE',
  ],
  auth: 'bearer',
  rateLimit: 'execute',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    body: { code: 'await page.title()' },
    reply: { success: true, ...CODE_RUN_EXAMPLE },
  },
});
