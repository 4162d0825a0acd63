import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';
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
      code: z.string().min(1).max(100_000).meta({ description: 'What to run.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'BrowserExecuteRequest' }),
  reply: z.object({
    success: z.literal(true),
    stdout: z.string(),
    result: z.string(),
    stderr: z.string(),
    exitCode: z.number(),
    killed: z.boolean(),
  }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    params: { id: '0190aaaa-1111-7222-8333-444455556666' },
    body: { code: 'await page.title()' },
    reply: { success: true, stdout: '', result: '42', stderr: '', exitCode: 0, killed: false },
  },
});
