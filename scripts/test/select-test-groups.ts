/** Tests that share one process: which files, and how long one test and all of them may take. */
export interface TestGroup {
  readonly name: string;
  /** Each must match a file. */
  readonly patterns: readonly string[];
  readonly exclude?: readonly string[];
  readonly testTimeoutMs: number;
  readonly groupTimeoutMs: number;
}

const MINUTE_MS = 60_000;

/** Need a PostgreSQL, real and slow to start. */
const DATABASE_TESTS = [
  'src/store/**/*.test.ts',
  'src/accounts/**/*.test.ts',
  'src/features/**/*.test.ts',
  'src/jobs/**/*.test.ts',
  'src/**/*.database.test.ts',
];
/** Need a real Chromium. */
const BROWSER_TESTS = ['src/**/*.browser.test.ts'];
/** Generate megabytes of hostile or random pages. */
const SCALING_TESTS = [
  'src/html/**/*linear*.test.ts',
  'src/frontier/**/*linear*.test.ts',
  'test/markdown-roundtrip.test.ts',
  'test/markdown-worst-cases.test.ts',
];

const TEST_GROUPS: readonly TestGroup[] = [
  {
    name: 'unit',
    patterns: [
      'src/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
      'test/*.test.ts',
      'test/contract/**/*.test.ts',
    ],
    exclude: [...DATABASE_TESTS, ...BROWSER_TESTS, ...SCALING_TESTS],
    testTimeoutMs: 30_000,
    groupTimeoutMs: 4 * MINUTE_MS,
  },
  {
    name: 'scaling',
    patterns: SCALING_TESTS,
    testTimeoutMs: 2 * MINUTE_MS,
    groupTimeoutMs: 5 * MINUTE_MS,
  },
  {
    name: 'database',
    patterns: DATABASE_TESTS,
    testTimeoutMs: MINUTE_MS,
    groupTimeoutMs: 5 * MINUTE_MS,
  },
  {
    name: 'browser',
    patterns: BROWSER_TESTS,
    testTimeoutMs: MINUTE_MS,
    groupTimeoutMs: 6 * MINUTE_MS,
  },
  {
    name: 'e2e',
    patterns: ['test/launcher/**/*.test.ts', 'test/e2e/**/*.test.ts'],
    testTimeoutMs: 2 * MINUTE_MS,
    groupTimeoutMs: 20 * MINUTE_MS,
  },
];

/** All groups, the groups named, and one more group for the patterns given: nothing given means everything. */
export function selectTestGroups(selection: readonly string[]): TestGroup[] {
  const named = TEST_GROUPS.filter((group) => selection.includes(group.name));
  const patterns = selection.filter((word) => !TEST_GROUPS.some((group) => group.name === word));
  if (patterns.length === 0) return named.length === 0 ? [...TEST_GROUPS] : named;
  return [
    ...named,
    { name: 'selected', patterns, testTimeoutMs: 2 * MINUTE_MS, groupTimeoutMs: 10 * MINUTE_MS },
  ];
}
