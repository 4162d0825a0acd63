import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const supportAsk = defineEndpoint({
  name: 'supportAsk',
  method: 'POST',
  path: '/v2/support/ask',
  isMissing: true,
  summary: 'Why something does not work',
  body: z
    .looseObject({
      question: z.string().min(1).meta({ description: 'What is wrong, in words.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'SupportAskRequest' }),
  reply: z.object({ answer: z.string(), confidence: z.enum(['high', 'medium', 'low']), durationMs: z.int() }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { question: 'Why is it empty?' },
    reply: { answer: 'The page needs a browser.', confidence: 'high', durationMs: 900 },
  },
});
