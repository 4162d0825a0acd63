import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { clientLabelsShape } from '../requests/client-labels.ts';

export const supportDocsSearch = defineEndpoint({
  name: 'supportDocsSearch',
  method: 'POST',
  path: '/v2/support/docs-search',
  summary: 'An answer from the documentation',
  description:
    'From the documentation of this version, by the language model of `DECANT_LLM_BASE_URL`, or as the passages that fit best.',
  body: z
    .looseObject({
      question: z.string().min(1).max(10_000).meta({ description: 'The question to look up.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'SupportDocsSearchRequest' }),
  reply: z
    .object({
      requestId: z.string(),
      answer: z.string(),
      evidence: z.array(
        z.object({
          pathOrUrl: z
            .string()
            .meta({ description: 'The section: its file in the package, and its heading.' }),
          reason: z.string(),
        }),
      ),
      usage: z
        .object({ inputTokens: z.int(), outputTokens: z.int(), totalTokens: z.int() })
        .meta({ description: 'Tokens of the language model; 0 without one.' }),
      durationMs: z.int(),
    })
    .meta({ id: 'SupportDocsSearch' }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'account',
  example: {
    body: { question: 'How do I crawl?' },
    reply: {
      requestId: '0190aaaa-1111-7222-8333-444455556666',
      answer: 'POST /v2/crawl starts at a URL and follows the links of its site.',
      evidence: [
        { pathOrUrl: 'docs/crawling.md', reason: 'The section "Crawls and batch scrapes" has crawl.' },
      ],
      usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
      durationMs: 20,
    },
  },
});
