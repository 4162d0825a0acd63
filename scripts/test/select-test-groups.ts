/** Tests that share one process: which files, and how long one test may take. */
export interface TestGroup {
  readonly name: string;
  /** Another name, which several groups share. */
  readonly suite?: string;
  /** Each must match a file. */
  readonly patterns: readonly string[];
  readonly exclude?: readonly string[];
  readonly testTimeoutMs: number;
}

const MINUTE_MS = 60_000;

/** Need a PostgreSQL, real and slow to start. */
const DATABASE_TESTS = [
  'src/store/**/*.test.ts',
  'src/accounts/**/*.test.ts',
  'src/features/!(search)/**/*.test.ts',
  'src/features/search/*.test.ts',
  'src/jobs/**/*.test.ts',
  'src/**/*.database.test.ts',
  'src/scraper/**/{snapshot-quota,trim-page-cache}.test.ts',
];
/** Need a real Chromium. */
const BROWSER_TESTS = ['src/**/*.browser.test.ts'];
/** Half of the work of those. */
const OWN_BROWSER_TESTS = ['src/browser/**/*.browser.test.ts'];
/** Start processes or threads, or recognise text in pictures. */
const PROCESS_TESTS = [
  '{scripts,src}/**/*.process.test.ts',
  'src/readers/ocr/{read-lost-ink,recognise}.test.ts',
  'src/readers/image/read-image.test.ts',
  'src/readers/pdf/**/{pdf-session,pictures,read-pdf}.test.ts',
  'src/scraper/convert/{converter,convert-page}.test.ts',
  'src/scraper/media/{fetch-media,find-ffmpeg}.test.ts',
];
/** Generate megabytes of hostile or random pages. */
const SCALING_TESTS = [
  'src/**/*.scaling.test.ts',
  'src/html/**/*linear*.test.ts',
  'src/{extract,frontier}/**/*linear*.test.ts',
  'src/frontier/**/{path-patterns,relevance,robots-of,sitemap-gunzip,sitemap-turns,traps}.test.ts',
  'src/html/**/tree-construction.test.ts',
  'src/readers/**/{hostile-docx,number-format,readers,regular-cells}.test.ts',
  'src/{cli,lib}/**/{chunk-markdown,page-files,write-json-pieces}.test.ts',
  'src/scraper/**/{convert-nested,diff-large-texts,find-media,large-pages,unified-diff}.test.ts',
  'bench/**/{crawl-site,generated-apps,page-generator,same-markdown}.test.ts',
  'test/{assert-linear,markdown-roundtrip,markdown-worst-cases}.test.ts',
  'test/support/**/*.test.ts',
];
/** Half of the work of those that need nothing. */
const READING_TESTS = ['src/{extract,frontier,html,json-schema,readers,search-index,text}/**/*.test.ts'];
/** Speak with servers of their own, some of which are slow: they wait more than they work, beside the two that only work. */
const SPEAKING_TESTS = ['src/{models,net}/**/*.test.ts'];

/** The same as below, and quick. */
const FILE_AND_START_TESTS = [
  'test/launcher/**/*.test.ts',
  'test/e2e/{documents,forbidden-schemes,hostile-files,lifecycle,parse,proxies}.test.ts',
];
/** A real service for each file: the slowest tests, in groups of about the same time that share services of a kind. */
const E2E_TESTS = {
  'crawls and answers': [
    'test/e2e/answers*.test.ts',
    'test/e2e/crawl.test.ts',
    'test/e2e/crawl-{redirects,retention,status}.test.ts',
    'test/e2e/{batch-scrape,change-tracking,hard-site,map,scrape}.test.ts',
    'test/e2e/{crawl-words,explain,learnt-answers,model-safety,sessions-prompt,support}.test.ts',
    'test/e2e/watch.test.ts',
  ],
  'pages and sessions': [
    'test/e2e/{dashboard,playground}*.test.ts',
    'test/e2e/{account,cluster,docs,guides-docs,mcp,moving-docs,site-frame}.test.ts',
    'test/e2e/{sessions,sessions-clients}.test.ts',
  ],
  'command line and pace': [
    'test/e2e/cli*.test.ts',
    'test/e2e/{crawl-crashes,crawl-pace,politeness}.test.ts',
  ],
  'with a browser': ['test/e2e/browser*.test.ts', 'test/e2e/{hostile-pages,media}.test.ts'],
};

/** The slowest ones first: what begins last must be short, or the others wait for it. */
const TEST_GROUPS: readonly TestGroup[] = [
  namedE2eGroup('pages and sessions'),
  namedE2eGroup('crawls and answers'),
  browserGroup('its own', OWN_BROWSER_TESTS),
  browserGroup('the rest', BROWSER_TESTS, OWN_BROWSER_TESTS),
  e2eGroup(
    'the rest',
    ['test/e2e/**/*.test.ts'],
    [...Object.values(E2E_TESTS).flat(), ...FILE_AND_START_TESTS],
  ),
  namedE2eGroup('command line and pace'),
  {
    name: 'database',
    patterns: DATABASE_TESTS,
    exclude: SCALING_TESTS,
    testTimeoutMs: MINUTE_MS,
  },
  {
    name: 'processes',
    patterns: PROCESS_TESTS,
    testTimeoutMs: 2 * MINUTE_MS,
  },
  namedE2eGroup('with a browser'),
  {
    name: 'scaling',
    patterns: SCALING_TESTS,
    testTimeoutMs: 2 * MINUTE_MS,
  },
  e2eGroup('files and starts', FILE_AND_START_TESTS),
  unitGroup('speaking', SPEAKING_TESTS),
  unitGroup('reading', READING_TESTS),
  unitGroup(
    'the rest',
    [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'test/*.test.ts',
      'test/contract/**/*.test.ts',
    ],
    [...SPEAKING_TESTS, ...READING_TESTS],
  ),
];

function namedE2eGroup(name: keyof typeof E2E_TESTS): TestGroup {
  return e2eGroup(name, E2E_TESTS[name]);
}

function e2eGroup(name: string, patterns: readonly string[], exclude: readonly string[] = []): TestGroup {
  return {
    name: `e2e: ${name}`,
    suite: 'e2e',
    patterns,
    exclude,
    testTimeoutMs: 2 * MINUTE_MS,
  };
}

function browserGroup(name: string, patterns: readonly string[], exclude: readonly string[] = []): TestGroup {
  return {
    name: `browser: ${name}`,
    suite: 'browser',
    patterns,
    exclude,
    testTimeoutMs: MINUTE_MS,
  };
}

function unitGroup(name: string, patterns: readonly string[], exclude: readonly string[] = []): TestGroup {
  return {
    name: `unit: ${name}`,
    suite: 'unit',
    patterns,
    exclude: [...exclude, ...DATABASE_TESTS, ...BROWSER_TESTS, ...PROCESS_TESTS, ...SCALING_TESTS],
    testTimeoutMs: 30_000,
  };
}

/** All groups, the groups named, and one more group for the patterns given: nothing given means everything. */
export function selectTestGroups(selection: readonly string[]): TestGroup[] {
  const isNamed = ({ name, suite }: TestGroup, word: string): boolean => word === name || word === suite;
  const named = TEST_GROUPS.filter((group) => selection.some((word) => isNamed(group, word)));
  const patterns = selection.filter((word) => !TEST_GROUPS.some((group) => isNamed(group, word)));
  if (patterns.length === 0) return named.length === 0 ? [...TEST_GROUPS] : named;
  return [...named, { name: 'selected', patterns, testTimeoutMs: 2 * MINUTE_MS }];
}
