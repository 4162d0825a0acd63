import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAbove, PageTree, type PageState } from '../web/dashboard/jobs/page-tree.ts';

const ORIGIN = 'http://site.test';

function treeOf(pages: Readonly<Record<string, PageState>>, maxPages?: number): PageTree {
  const tree = new PageTree(maxPages);
  for (const [path, state] of Object.entries(pages)) {
    const url = path.startsWith('http') ? path : ORIGIN + path;
    tree.take({ page: path, url, state, code: state === 'failed' ? 'SCRAPE_TIMEOUT' : null });
  }
  return tree;
}

/** The rows in short: level, name, and the state of a page or the counts of a folder. */
function rowsOf(tree: PageTree): string[] {
  return tree.rows().map(({ node, level, place, siblings }) => {
    const { done = 0, failed = 0, waiting = 0, skipped = 0 } = node.counts ?? {};
    const counts = node.counts === undefined ? '' : ` (${done} ${failed} ${waiting} ${skipped})`;
    return `${level}.${place}/${siblings} ${node.name} ${node.page?.state ?? '-'}${counts}`;
  });
}

test('paths are folders, which count what is in them; hosts are open', () => {
  const tree = treeOf({
    '/': 'done',
    '/docs': 'done',
    '/docs/b': 'failed',
    '/docs/a': 'waiting',
    '/docs/a?q=1': 'skipped',
    'http://other.test/': 'waiting',
  });
  assert.deepEqual(rowsOf(tree), [
    '1.1/2 other.test waiting',
    '1.2/2 site.test done (2 1 1 1)',
    '2.1/1 docs done (1 1 1 1)',
  ]);
  openAbove(tree.node('/docs/a?q=1')!);
  assert.deepEqual(rowsOf(tree).slice(2), [
    '2.1/1 docs done (1 1 1 1)',
    '3.1/2 a waiting (0 0 1 1)',
    '4.1/1 ?q=1 skipped',
    '3.2/2 b failed',
  ]);
});

test('a page that changes is counted once, whatever becomes of it', () => {
  const tree = treeOf({ '/a/b': 'waiting', '/a': 'waiting' });
  for (const state of ['waiting', 'done', 'done', 'failed'] as const)
    tree.take({ page: '/a/b', url: `${ORIGIN}/a/b`, state, code: null });
  assert.deepEqual(tree.counts, { done: 0, failed: 1, waiting: 1, skipped: 0 });
  assert.equal(tree.size, 2);
});

test('addresses of one path, names of the language and what is no address stand apart', () => {
  const tree = treeOf({
    '/a': 'done',
    '/a/': 'done',
    '/a//': 'done',
    '/__proto__/constructor': 'done',
    'http://': 'failed',
  });
  assert.equal(tree.size, 5);
  assert.deepEqual(tree.counts, { done: 4, failed: 1, waiting: 0, skipped: 0 });
  for (const page of ['/a', '/a/', '/a//', 'http://']) openAbove(tree.node(page)!);
  assert.equal(tree.rows().filter(({ node }) => node.page !== undefined).length, 4);
});

test('pages are found by state, by a piece of the address, and by the code of the error', () => {
  const tree = treeOf({ '/Apples': 'done', '/pears': 'failed', '/apples/red': 'waiting' });
  const found = (states: PageState[], text: string): string[] =>
    tree.matches(new Set(states), text).map(({ page }) => page);
  assert.deepEqual(found(['done', 'failed', 'waiting'], 'apple'), ['/Apples', '/apples/red']);
  assert.deepEqual(found(['failed'], ''), ['/pears']);
  assert.deepEqual(found(['done', 'failed'], 'SCRAPE_TIMEOUT'), ['/pears']);
});

test('of more pages than are kept it is said that there are more', () => {
  const tree = treeOf({ '/a': 'done', '/b': 'waiting', '/c': 'waiting', '/d': 'waiting' }, 2);
  assert.deepEqual([tree.size, tree.isFull], [2, true]);
  assert.deepEqual([treeOf({ '/a': 'done', '/b': 'waiting' }, 2).isFull], [false]);
});

test('a path of a hundred thousand folders is a page as well', () => {
  const tree = treeOf({ ['/a'.repeat(100_000)]: 'done' });
  assert.equal(tree.size, 1);
  assert.deepEqual(tree.counts.done, 1);
});
