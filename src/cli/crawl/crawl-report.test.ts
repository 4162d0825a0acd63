import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crawlReport } from './crawl-report.ts';

const look = { status: 'completed', done: 1, found: 9, limit: 10, warnings: [], error: undefined } as const;

const inX = { place: 'in x', errorStatuses: new Map<number, number>(), skipsErrors: false };

function failures(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: '',
    timestamp: '',
    url: `http://a.example/${index}`,
    code: 'SCRAPE_TIMEOUT',
    error: 'Too slow',
  }));
}

test('all is well: one line', () => {
  assert.equal(
    crawlReport({ ...look, warnings: [] }, { errors: [], robotsBlocked: [] }, inX),
    '1 page in x\n',
  );
});

test('names what is missing, twenty lines at most', () => {
  const robotsBlocked = ['http://a.example/private'];
  assert.equal(
    crawlReport(
      { ...look, done: 2, limit: 3, warnings: ['Slow.'] },
      { errors: failures(1), robotsBlocked },
      inX,
    ),
    `failed: http://a.example/0: Too slow (SCRAPE_TIMEOUT)
forbidden by robots.txt: http://a.example/private
warning: Slow.
2 pages in x, 1 failed, 1 forbidden by robots.txt, 9 found, limit 3
`,
  );
  assert.equal(
    crawlReport({ ...look, warnings: [] }, { errors: failures(19), robotsBlocked }, inX).split('\n').length,
    22,
  );
  const many = crawlReport({ ...look, warnings: [] }, { errors: failures(100), robotsBlocked }, inX)
    .trim()
    .split('\n');
  assert.deepEqual(
    [many.length, ...many.slice(-2)],
    [21, 'and 82 more', '1 page in x, 100 failed, 1 forbidden by robots.txt'],
  );
});

test('a failed crawl says why, in characters that do not steer a terminal', () => {
  const failed = {
    ...look,
    status: 'failed',
    done: 0,
    warnings: [],
    error: 'No\u001b[2J\nsuch host',
  } as const;
  assert.equal(
    crawlReport(failed, { errors: [], robotsBlocked: [] }, inX),
    'The crawl failed: No [2J such host\n0 pages in x\n',
  );
});

test('pages that were answered with an error are told apart', () => {
  const errorStatuses = new Map([
    [500, 1],
    [404, 4],
  ]);
  const report = (skipsErrors: boolean) =>
    crawlReport(
      { ...look, done: 90, found: 9, warnings: [] },
      { errors: [], robotsBlocked: [] },
      { ...inX, errorStatuses, skipsErrors },
    );
  assert.equal(report(false), '85 pages in x, 5 answered with an error (4×404, 1×500)\n');
  assert.equal(report(true), '85 pages in x, 5 answered with an error (4×404, 1×500) and left out\n');
});

test('says once what opens addresses that were refused', () => {
  const code = 'SCRAPE_ADDRESS_NOT_ALLOWED';
  const errors = failures(2).map((failure) => ({ ...failure, code, error: 'Not there' }));
  assert.equal(
    crawlReport({ ...look, done: 0 }, { errors, robotsBlocked: [] }, inX),
    `failed: http://a.example/0: Not there (SCRAPE_ADDRESS_NOT_ALLOWED)
failed: http://a.example/1: Not there (SCRAPE_ADDRESS_NOT_ALLOWED)
DECANT_ALLOW_ADDRESSES names addresses that may be reached although they are not public
0 pages in x, 2 failed
`,
  );
});
