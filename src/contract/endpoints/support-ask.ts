import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const supportAsk = defineEndpoint({
  name: 'supportAsk',
  method: 'POST',
  path: '/v2/support/ask',
  summary: 'Why something does not work',
  description:
    'Looks at the scrapes and jobs of the team of the last 24 hours, the one that the question names by its id or URL before others, and at the documentation; where a scrape can show it, the fix is tried once, for no credits. Works without a language model, which words the answer where one is configured. A call ends within 60 seconds: 504 then, with what there is.',
  body: z
    .looseObject({
      question: z.string().min(1).max(10_000).meta({ description: 'The fault, in words.' }),
      rationale: z.string().max(10_000).nullish().meta({ description: 'The aim; read by a language model.' }),
      jobId: z.string().nullish().meta({ description: 'The scrape or job that it is about.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'SupportAskRequest' }),
  reply: z
    .object({
      answer: z.string().meta({ description: 'The fault, and what to do about it.' }),
      confidence: z
        .enum(['high', 'medium', 'low'])
        .meta({ description: '`high` only when the fix was tried and helped.' }),
      fixParameters: z
        .record(z.string(), z.unknown())
        .nullable()
        .meta({ description: 'Options of the API that mend it; null where none can.' }),
      validation: z
        .object({
          tested: z.boolean(),
          result: z.enum(['success', 'failure', 'skipped']),
          evidence: z.string(),
        })
        .nullable()
        .meta({ description: 'The result of a scrape with the fix.' }),
      feedback: z.object({ blockedBy: z.string(), attempted: z.string() }).nullable().meta({
        description: 'Where nothing was found: what was in the way; the answer is of the documentation then.',
      }),
      durationMs: z.int(),
    })
    .meta({ id: 'SupportAnswer' }),
  errors: ['SUPPORT_TIMEOUT'],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { question: 'Why is it empty?' },
    reply: {
      answer:
        'The Markdown has 0 characters. The page was read without a browser and may fill itself with scripts.',
      confidence: 'high',
      fixParameters: { waitFor: 3000, onlyMainContent: false, maxAge: 0 },
      validation: {
        tested: true,
        result: 'success',
        evidence: 'A scrape with it was answered with status 200 and 5120 characters of Markdown.',
      },
      feedback: null,
      durationMs: 900,
    },
  },
});
