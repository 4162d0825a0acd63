import { z } from 'zod';
import { clientLabelsShape } from '../requests/client-labels.ts';
import { defineEndpoint } from '../endpoint.ts';
import { targetUrl } from '../options/target-url.ts';

const paths = z.array(z.string()).optional();
const flag = z.boolean().optional();

export const crawlParamsPreview = defineEndpoint({
  name: 'crawlParamsPreview',
  method: 'POST',
  path: '/v2/crawl/params-preview',
  summary: 'Options of a crawl from a description in words',
  description:
    'Patterns are tried on the addresses that sitemaps, start page and earlier pages of the site tell; `warning` says what was not understood. `ignoreRobotsTxt` and `robotsUserAgent` never come from words. 400 when nothing is understood, or no known address is meant.',
  body: z
    .object({
      url: targetUrl,
      prompt: z.string().min(1).max(10_000).meta({ description: 'The pages to crawl, in words.' }),
      ...clientLabelsShape,
    })
    .meta({ id: 'CrawlParamsPreviewRequest' }),
  reply: z
    .object({
      success: z.literal(true),
      data: z.object({
        url: z.string(),
        includePaths: paths,
        excludePaths: paths,
        maxDepth: z.number().optional(),
        maxDiscoveryDepth: z.number().optional(),
        limit: z.number().optional(),
        delay: z.number().optional().meta({ description: 'Seconds.' }),
        sitemap: z.enum(['skip', 'include', 'only']).optional(),
        crawlEntireDomain: flag,
        allowExternalLinks: flag,
        allowSubdomains: flag,
        ignoreRobotsTxt: flag,
        robotsUserAgent: z.string().optional(),
        deduplicateSimilarURLs: flag,
        ignoreQueryParameters: flag,
      }),
      warning: z.string().optional(),
    })
    .meta({ id: 'CrawlParamsPreview' }),
  errors: [],
  auth: 'bearer',
  rateLimit: 'crawl',
  credits: 'none',
  example: {
    body: { url: 'https://example.com', prompt: 'Only the blog, no archives' },
    reply: {
      success: true,
      data: {
        url: 'https://example.com',
        includePaths: ['^/blog(?:/|$)'],
        excludePaths: ['^/archive(?:/|$)'],
      },
    },
  },
});
