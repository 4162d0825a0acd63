import { gzipSync } from 'node:zlib';
import { answer } from '../test-site.ts';
import { atOnce, SILENT_ZONE, type Field, type Siege } from './siege.ts';

const MIB = 2 ** 20;
/** Below the size from which pages are converted in a thread. */
const INLINE_BYTES = 390_000;

const scrape = ({ call, origin }: Field, page: string, options: object = {}): Promise<number> =>
  call('/v2/scrape', { url: `${origin}${page}`, maxAge: 0, ...options });

/** 40 links that patterns with counted repetitions take long to look through. */
function linksOf(letters: number): string {
  const link = (_: unknown, index: number): string => `<a href="/${'a'.repeat(letters)}${index}">link</a> `;
  return `<h1>Links</h1>${Array.from({ length: 40 }, link).join('')}`;
}

async function crawlWithPatterns({ call, origin }: Field, patterns: readonly string[]): Promise<void> {
  await call('/v2/crawl', { url: `${origin}/`, excludePaths: patterns, limit: 5 });
  await call('/v2/map', { url: `${origin}/`, search: 'a'.repeat(200) });
}

/** 48 MB of `<` in 46 KB. */
const ANGLE_BRACKETS = gzipSync(Buffer.alloc(48 * MIB, '<'));
const SITEMAP_FILES = 60;

function sitemapIndex(origin: string): string {
  const file = (_: unknown, index: number): string =>
    `<sitemap><loc>${origin}/sitemap-${index}.xml.gz</loc></sitemap>`;
  return `<?xml version="1.0"?><sitemapindex>${Array.from({ length: SITEMAP_FILES }, file).join('')}</sitemapindex>`;
}

const LARGE_PAGE = Buffer.from(`<h1>Words</h1><p>${'several words of a page '.repeat(1_900_000)}</p>`);
const DEEP_JSON = `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`;
/** Encoded once: the attacker shares a process with the neighbour's client, and must not be the one that delays it. */
const DEEP_BODY = Buffer.from(DEEP_JSON);
const DEEP_MEMBER_BODY = Buffer.from(`{"useMock":${DEEP_JSON.slice(1_000, -1_000)}}`);

/** Each was shown to stop the service for everybody, or for another team, before it was mended. */
export const SIEGES: readonly Siege[] = [
  {
    name: 'patterns with counted repetitions',
    pages: { '/': linksOf(7_800) },
    attack: (field) =>
      crawlWithPatterns(
        field,
        Array.from({ length: 60 }, (_, index) => `[ab]*a[ab]{300}x${index}`),
      ),
  },
  {
    name: 'patterns as large as are accepted',
    pages: { '/': linksOf(7_800) },
    async attack(field) {
      // The costliest of these that is not refused.
      for (const counted of [300, 100, 30, 10, 3]) {
        const patterns = Array.from({ length: 50 }, (_, index) => `[ab]*a[ab]{${counted}}x${index}`);
        const body = { url: `${field.origin}/`, excludePaths: patterns, limit: 5 };
        if ((await field.call('/v2/crawl', body)) === 200) return;
      }
    },
  },
  {
    name: 'many patterns without repetitions',
    pages: { '/': linksOf(7_800) },
    attack: (field) =>
      crawlWithPatterns(
        field,
        Array.from({ length: 180 }, (_, index) => `(a|aa|aaa)*x${index}`),
      ),
  },
  {
    name: 'names that nobody answers for',
    pages: {},
    async attack({ call, signal }) {
      const urls = Array.from({ length: 300 }, (_, index) => `http://n${index}.${SILENT_ZONE}/`);
      await call('/v2/batch/scrape', { urls });
      await atOnce(40, async (index) => {
        while (!signal.aborted)
          await call('/v2/scrape', { url: `http://s${index}.${SILENT_ZONE}/`, timeout: 5_000 });
      });
    },
  },
  {
    name: 'nested noscript',
    pages: { '/deep': `<p>Words</p>${'<noscript>'.repeat(INLINE_BYTES / '<noscript>'.length)}` },
    attack: (field) => atOnce(5, () => scrape(field, '/deep')),
  },
  {
    name: 'conversions in threads',
    neighbourOptions: { excludeTags: ['nav', 'footer', '.a', '.b', '#c'] },
    pages: { '/page': `<div><div><div><p class="x1">Words of a page.</p></div></div></div>`.repeat(1_500) },
    attack: (field) =>
      atOnce(20, (index) =>
        scrape(field, `/page?${index}`, {
          includeTags: Array.from({ length: 160 }, (_, n) => `:has(:has(:has(p.x${n})))`),
          timeout: 45_000,
        }),
      ),
  },
  {
    name: 'pages that stay in the browser',
    neighbourOptions: { waitFor: 1 },
    pages: { '/page': '<h1>A page</h1><p>Some words of it.</p>' },
    attack: (field) =>
      atOnce(10, (index) => scrape(field, `/page?${index}`, { waitFor: 25_000, timeout: 60_000 })),
  },
  {
    name: 'deep JSON',
    pages: {},
    async attack({ call, signal }) {
      while (!signal.aborted) {
        await call('/v2/scrape', DEEP_BODY);
        await call('/v2/search', DEEP_MEMBER_BODY);
      }
    },
  },
  {
    name: 'sitemaps of angle brackets',
    pages: {
      '/sitemap.xml': (request, response) =>
        answer(sitemapIndex(`http://${request.headers.host}`), { 'content-type': 'application/xml' })(
          request,
          response,
        ),
      '*': (request, response) =>
        answer(request.url?.endsWith('.gz') ? ANGLE_BRACKETS : '<h1>Home</h1>')(request, response),
    },
    attack: ({ call, origin }) =>
      atOnce(2, () => call('/v2/map', { url: `${origin}/`, ignoreCache: true, timeout: 40_000 })),
  },
  {
    name: 'health checks of strangers',
    neighbourOptions: { waitFor: 1 },
    pages: {},
    attack: ({ url, signal }) =>
      atOnce(200, async () => {
        while (!signal.aborted) {
          const check = fetch(`${url}/health/ready?deep=true`, { signal });
          await check.then((reply) => reply.arrayBuffer()).catch(() => undefined);
        }
      }),
  },
  {
    name: 'large pages',
    isLarge: true,
    pages: { '/words': answer(LARGE_PAGE) },
    attack: (field) =>
      atOnce(10, (index) =>
        scrape(field, `/words?${index}`, {
          formats: ['markdown', 'html', 'rawHtml', 'links'],
          timeout: 60_000,
        }),
      ),
  },
];
