/** One thing that the playground does with what stands in its field. */
export interface Task {
  /** The text of the button. */
  name: string;
  /** The name of the field for those who cannot see it; beside it an example of what the field takes. */
  label: string;
  example: string;
  path: string;
  /** The command of `decant` that does it. */
  command: string;
  /** The groups of options that are shown: whose they are, and the schema of the API that describes them. */
  groups: ReadonlyArray<{ id: GroupId; title?: string; schema: string; leftOut?: readonly string[] }>;
}

/** Options that tasks share: those of a scrape hold for the pages of a crawl as well. */
export type GroupId = 'scrape' | 'map' | 'crawl' | 'search' | 'results' | 'parse';

const URL_LABEL = 'Address of a page or file';
const URL_EXAMPLE = 'https://example.com, or drop a file here';

/** Options that are refused with a file, or mean nothing there. */
const OF_PAGES = [
  'actions',
  'blockAds',
  'headers',
  'location',
  'lockdown',
  'maxAge',
  'minAge',
  'mobile',
  'profile',
  'proxy',
  'skipTlsVerification',
  'storeInCache',
  'waitFor',
];

export const TASKS = {
  scrape: {
    name: 'Scrape',
    label: URL_LABEL,
    example: URL_EXAMPLE,
    path: '/v2/scrape',
    command: 'scrape',
    groups: [{ id: 'scrape', schema: 'ScrapeRequest' }],
  },
  map: {
    name: 'Map',
    label: URL_LABEL,
    example: 'https://example.com',
    path: '/v2/map',
    command: 'map',
    groups: [{ id: 'map', schema: 'MapRequest' }],
  },
  crawl: {
    name: 'Crawl',
    label: URL_LABEL,
    example: 'https://example.com/docs',
    path: '/v2/crawl',
    command: 'crawl',
    groups: [
      {
        id: 'crawl',
        title: 'Where to go',
        schema: 'CrawlRequest',
        leftOut: ['limit', 'zeroDataRetention', 'webhook'],
      },
      { id: 'scrape', title: 'What to do with each page', schema: 'ScrapeRequest' },
    ],
  },
  search: {
    name: 'Search',
    label: 'What to look for',
    example: 'rate limits site:example.com',
    path: '/v2/search',
    command: 'search',
    groups: [
      { id: 'search', title: 'What to find', schema: 'SearchRequest' },
      { id: 'results', title: 'What to do with each result', schema: 'ScrapeRequest' },
    ],
  },
  parse: {
    name: 'Parse',
    label: 'A file',
    example: '',
    path: '/v2/parse',
    command: 'parse',
    groups: [{ id: 'parse', schema: 'ParseOptions', leftOut: OF_PAGES }],
  },
} as const satisfies Record<string, Task>;

export type TaskId = keyof typeof TASKS;
