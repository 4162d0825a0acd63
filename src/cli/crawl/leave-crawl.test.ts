import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Keeper } from './crawl-host.ts';
import { leaveCrawl } from './leave-crawl.ts';

const keeper: Keeper = { name: 'The service (process 7 on far)', advice: 'To end it: this\n' };

/** Leaves a crawl; what is printed, whether it was cancelled by word of the command, and by its report. */
async function leave(found: Keeper | undefined, key?: string) {
  let printed = '';
  const cancelled: string[] = [];
  const host = {
    findKeeper: async () => found,
    cancel: async (id: string) => void cancelled.push(id),
  };
  const isCancelled = await leaveCrawl(host, {
    jobId: 'JOB',
    output: { written: 12, place: 'in x/' },
    progress: { print: (text) => void (printed += text) },
    readKey:
      key === undefined
        ? undefined
        : async (ask) => {
            ask();
            return key;
          },
  });
  return { printed, cancelled, isCancelled };
}

test('a crawl that nobody else works on is simply left', async () => {
  assert.deepEqual(await leave(undefined), {
    printed: '12 pages in x/. ',
    cancelled: [],
    isCancelled: false,
  });
});

test('a service goes on; how to look and to end it is told', async () => {
  const { printed, cancelled } = await leave(keeper);
  assert.equal(
    printed,
    '12 pages in x/. The service (process 7 on far) goes on with this crawl.\nTo end it: this\n',
  );
  assert.deepEqual(cancelled, []);
});

test('on a terminal the key c cancels it, and any other leaves it running', async () => {
  const ended = await leave(keeper, 'c');
  assert.deepEqual([ended.cancelled, ended.isCancelled], [['JOB'], true]);
  assert.match(
    ended.printed,
    /\nPress c to cancel it, .*\nThe crawl is cancelled; what is written is kept\.\n$/,
  );
  for (const key of ['\u0003', 'x', '']) {
    const left = await leave(keeper, key);
    assert.deepEqual([left.cancelled, left.isCancelled], [[], false]);
    assert.match(left.printed, /\nTo end it: /);
  }
});
