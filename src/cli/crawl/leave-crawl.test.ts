import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { App } from '../../app.ts';
import { leaveCrawl } from './leave-crawl.ts';

const worker = { name: 'process 7 on far', differing: [] };

/** Leaves a crawl; what is printed, whether it was cancelled by word of the command, and by its report. */
async function leave(isShared: boolean, found: typeof worker | undefined, key?: string) {
  let printed = '';
  const cancelled: string[] = [];
  const app = {
    isShared,
    operator: undefined,
    findWorker: async () => found,
    cancelJob: async (_caller: unknown, kind: string, id: string) => void cancelled.push(`${kind} ${id}`),
  } as unknown as App;
  const isCancelled = await leaveCrawl(app, {
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
  for (const [isShared, found] of [
    [false, worker],
    [true, undefined],
  ] as const)
    assert.deepEqual(await leave(isShared, found), {
      printed: '12 pages in x/. ',
      cancelled: [],
      isCancelled: false,
    });
});

test('a service goes on; how to look and to end it is told', async () => {
  const { printed, cancelled } = await leave(true, worker);
  assert.match(
    printed,
    /^12 pages in x\/\. The service \(process 7 on far\) goes on with this crawl\.\nTo look: .* jobs follow JOB\nTo end it: .* jobs cancel JOB\n$/,
  );
  assert.deepEqual(cancelled, []);
});

test('on a terminal the key c cancels it, and any other leaves it running', async () => {
  const ended = await leave(true, worker, 'c');
  assert.deepEqual([ended.cancelled, ended.isCancelled], [['crawl JOB'], true]);
  assert.match(
    ended.printed,
    /\nPress c to cancel it, .*\nThe crawl is cancelled; what is written is kept\.\n$/,
  );
  for (const key of ['\u0003', 'x', '']) {
    const left = await leave(true, worker, key);
    assert.deepEqual([left.cancelled, left.isCancelled], [[], false]);
    assert.match(left.printed, /\nTo end it: /);
  }
});
