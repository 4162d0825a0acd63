import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERRORS } from '../../../contract/errors.ts';
import { batchRequest } from '../../../contract/requests/batch.ts';
import { crawlRequest } from '../../../contract/requests/crawl.ts';
import { scrapeRequest } from '../../../contract/requests/scrape.ts';
import { diagnoseJob } from './diagnose-job.ts';
import { diagnosePage } from './diagnose-page.ts';
import type { Diagnosis, JobPages, SupportCase } from './support-case.ts';

const URL_OF_CASE = 'https://site.test/a(b)/[c]';
const PAGES: JobPages = { completed: 2, failed: 0, forbidden: 0, limit: 7, isAtLimit: false };
const BASE: SupportCase = {
  kind: 'scrape',
  id: '01a20015-2a4d-778d-ac46-f1583135ef94',
  target: URL_OF_CASE,
  isNamed: true,
  status: 'completed',
  options: {},
  warnings: [],
};
const OPTIONS = [
  {},
  { timeout: 1_000 },
  { timeout: 300_000 },
  { includeTags: ['.x'], excludeTags: ['.y'] },
  { includePaths: ['^/a'], maxDiscoveryDepth: 1 },
  { sitemap: 'only' },
  { maxDiscoveryDepth: 0 },
  { crawlEntireDomain: true },
];
const PAGE_FAULTS: ReadonlyArray<Partial<SupportCase>> = [
  ...Object.keys(ERRORS).map((errorCode) => ({ errorCode, status: 'failed' as const })),
  ...[401, 403, 404, 410, 429, 500, 503].map((statusCode) => ({ statusCode })),
  { characters: 0 },
  { characters: 0, hasUsedBrowser: true },
];
const JOB_FAULTS: ReadonlyArray<Partial<SupportCase>> = [
  ...PAGE_FAULTS.map((fault) => ({ ...fault, pages: { ...PAGES, completed: 0, failed: 3 } })),
  { pages: { ...PAGES, isAtLimit: true } },
  { pages: { ...PAGES, completed: 1_000_000_000, limit: 1_000_000_000, isAtLimit: true } },
  { pages: { ...PAGES, forbidden: 3 } },
  { pages: { ...PAGES, completed: 0, forbidden: 3 } },
  { pages: PAGES, hasUsedBrowser: true },
  { pages: PAGES },
  ...['includePaths', 'excludePaths'].map((name) => ({
    pages: { ...PAGES, completed: 0 },
    warnings: [`The start URL was not scraped, for ${name}.`],
  })),
];

/** Each fix with the request that it belongs to. */
function fixesOf(kind: SupportCase['kind']): string[] {
  const faults = kind === 'scrape' ? PAGE_FAULTS : JOB_FAULTS;
  const diagnose = kind === 'scrape' ? diagnosePage : diagnoseJob;
  const found = faults.flatMap((fault) =>
    OPTIONS.map((given): Diagnosis | undefined => {
      const options = kind === 'scrape' ? given : { ...given, scrapeOptions: given };
      return diagnose({ ...BASE, ...fault, kind, options });
    }),
  );
  return [
    ...new Set(found.flatMap((one) => (one?.fixParameters ? [JSON.stringify(one.fixParameters)] : []))),
  ];
}

const REQUESTS = {
  scrape: { least: 12, isAccepted: (fix: object) => scrapeRequest.safeParse({ url: URL_OF_CASE, ...fix }) },
  crawl: { least: 16, isAccepted: (fix: object) => crawlRequest.safeParse({ url: URL_OF_CASE, ...fix }) },
  batch_scrape: {
    least: 10,
    isAccepted: (fix: object) => batchRequest.safeParse({ urls: [URL_OF_CASE], ...fix }),
  },
} as const;

for (const kind of ['scrape', 'crawl', 'batch_scrape'] as const)
  test(`every fix for a ${kind} is accepted by its request`, () => {
    const { least, isAccepted } = REQUESTS[kind];
    const fixes = fixesOf(kind);
    assert.ok(fixes.length >= least, `${fixes.length} fixes: ${fixes.join(' ')}`);
    for (const fix of fixes) {
      const read = isAccepted(JSON.parse(fix) as object);
      assert.ok(read.success, `${fix}: ${read.error?.message}`);
    }
  });
