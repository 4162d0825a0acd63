import { z } from 'zod';
import { CODE_RUN_EXAMPLE, codeRunReply } from '../documents/browser-session.ts';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';
import { sessionCode } from '../requests/session-code.ts';
import { jobIdParams } from '../requests/job-id.ts';

export const interact = defineEndpoint({
  name: 'interact',
  method: 'POST',
  path: '/v2/scrape/{id}/interact',
  isMissing: true,
  summary: 'Runs code or a task in the browser session of a scrape',
  params: jobIdParams,
  body: z
    .looseObject({
      code: sessionCode.optional(),
      prompt: z.string().min(1).max(10_000).optional().meta({ description: 'What to do, in words.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'InteractRequest' }),
  reply: codeRunReply,
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: CODE_RUN_EXAMPLE,
});
