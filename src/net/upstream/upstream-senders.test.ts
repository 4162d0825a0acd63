import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ConnectionPool } from '../connection/connection-pool.ts';
import type { RawResponse } from '../connection/exchange.ts';
import type { Send } from '../connection/send.ts';
import { openUpstreamSenders } from './upstream-senders.ts';

type HopRequest = Parameters<Send>[0];

test('the pool that is longest out of use is closed when there are more than 64, one at work is not', async () => {
  const closed: string[] = [];
  const answer = Promise.withResolvers<RawResponse>();
  const opening = { host: '' };
  await using senders = openUpstreamSenders({
    connectVia: ({ host }) => {
      opening.host = host;
      return () => assert.fail('nothing connects here');
    },
    openPool: () => {
      const { host } = opening;
      return {
        acquire: () => assert.fail('nothing connects here'),
        release: () => undefined,
        [Symbol.asyncDispose]: async () => void closed.push(host),
      } satisfies ConnectionPool;
    },
    createSend: () => async (request) => (request.teamId === 'waits' ? answer.promise : ({} as RawResponse)),
  });
  const send = (index: number, teamId?: string): Promise<RawResponse> =>
    senders.sendThrough(new URL(`http://proxy${index}.test:1`))({ teamId } as HopRequest);

  const waiting = send(0, 'waits');
  for (let index = 1; index < 64; index++) await send(index);
  await send(1);
  await turn();
  assert.deepEqual(closed, []);
  await send(64);
  await send(65);
  assert.deepEqual(closed, ['proxy2.test:1', 'proxy3.test:1']);
  answer.resolve({} as RawResponse);
  await waiting;
  await send(66);
  assert.equal(closed[2], 'proxy0.test:1');
});
