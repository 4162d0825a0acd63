import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const supportDocsSearch = defineEndpoint({
  name: 'supportDocsSearch',
  method: 'POST',
  path: '/v2/support/docs-search',
  isMissing: true,
  summary: 'An answer from the documentation',
  body: z
    .looseObject({
      question: z.string().min(1).meta({ description: 'What to look up.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'SupportDocsSearchRequest' }),
  reply: z.object({ requestId: z.string(), answer: z.string(), durationMs: z.int() }),
  errors: ['FEATURE_NOT_AVAILABLE'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { question: 'How do I crawl?' },
    reply: { requestId: '0190aaaa-1111-7222-8333-444455556666', answer: 'POST /v2/crawl', durationMs: 900 },
  },
});
