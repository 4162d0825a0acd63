import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';
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
      code: z.string().min(1).max(100_000).optional().meta({ description: 'What to run.' }),
      prompt: z.string().min(1).max(10_000).optional().meta({ description: 'What to do, in words.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'InteractRequest' }),
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
