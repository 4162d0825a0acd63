import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchTarget } from './watch-target.ts';

test('the addresses of both kinds of status, with a trailing slash and a query too', () => {
  const found = (target: string): unknown[] => {
    const { kind, id } = watchTarget(target) ?? {};
    return [kind, id];
  };
  assert.deepEqual(found('/v2/crawl/1'), ['crawl', '1']);
  assert.deepEqual(found('/v2/crawl/1/?a=/v2/batch/scrape/2'), ['crawl', '1']);
  assert.deepEqual(found('/v2/batch/scrape/a%20b'), ['batch_scrape', 'a%20b']);
});

test('the address of the counts of a job, with how far the watcher has read', () => {
  const { kind, id, cursor } = watchTarget('/v2/team/jobs/1?cursor=abc') ?? {};
  assert.deepEqual([kind, id, cursor], ['counts', '1', 'abc']);
  assert.equal(watchTarget('/v2/team/jobs/1')?.cursor, '');
});

test('nothing else', () => {
  for (const target of [
    '',
    '/',
    '*',
    '/v2/crawl',
    '/v2/crawl/',
    '/v2/crawl//',
    '/v2/crawl/1/errors',
    '/v2/team/jobs/1/pages',
    '/v2/batch/1',
    '/v2/scrape/1',
    '/v1/crawl/1',
    'http://a.test/v2/crawl/1',
    `/v2/crawl/${'/'.repeat(100_000)}`,
  ]) {
    assert.equal(watchTarget(target), undefined, target.slice(0, 50));
  }
});
