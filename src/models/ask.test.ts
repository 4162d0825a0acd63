import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Deadline } from '../lib/time/deadline.ts';
import { createAsk, type Ask, type AskLimits } from './ask.ts';
import { EndpointError } from './endpoint-error.ts';
import type { ModelReply, ModelRequest } from './open-model.ts';

const request: ModelRequest = {
  messages: [],
  form: { type: 'text' },
  adaptations: { hasNewTokenLimit: false, hasNoTemperature: false, hasNoSystemRole: false },
};
const reply: ModelReply = {
  text: 'a',
  reasoning: '',
  toolInput: undefined,
  finish: 'stop',
  promptTokens: 1,
  completionTokens: 1,
};

/** A model whose answers wait until the test gives them. */
function openSlowModel(limits: Partial<AskLimits> = {}) {
  const waiting: Array<PromiseWithResolvers<ModelReply>> = [];
  const ask: Ask = createAsk(
    {
      generate(_request, signal) {
        const turn = Promise.withResolvers<ModelReply>();
        signal.addEventListener('abort', () => turn.reject(signal.reason));
        waiting.push(turn);
        return turn.promise;
      },
    },
    { concurrency: 1, leastMs: 0, pauseMs: 0, ...limits },
  );
  return { ask, waiting };
}

test('so many requests are under way at a time, and teams take turns', async () => {
  const { ask, waiting } = openSlowModel();
  using deadline = new Deadline(60_000);
  const order: string[] = [];
  const all = ['a', 'a', 'b'].map((teamId) =>
    ask(request, { deadline, teamId }).then(() => order.push(teamId)),
  );
  for (let count = 1; count <= 3; count++) {
    await nextTurn();
    assert.equal(waiting.length, count);
    waiting.at(-1)?.resolve(reply);
    await nextTurn();
  }
  await Promise.all(all);
  assert.deepEqual(order, ['a', 'b', 'a']);
});

test('the wait for a turn costs no time of work in the background', async () => {
  const { ask, waiting } = openSlowModel();
  using first = new Deadline(60_000);
  using second = new Deadline(60_000);
  const held = ask(request, { deadline: first, teamId: 'a' });
  const behind = ask(request, { deadline: second, teamId: 'a', isBackground: true });
  await nextTurn();
  const pausedAt = second.remainingMs;
  while (first.remainingMs > pausedAt - 2) await nextTurn();
  assert.ok(Math.abs(second.remainingMs - pausedAt) < 1);
  waiting[0]?.resolve(reply);
  await held;
  await nextTurn();
  waiting[1]?.resolve(reply);
  await behind;
});

test('nothing is asked when too little time is left', async () => {
  const { ask, waiting } = openSlowModel({ leastMs: 3_000 });
  using deadline = new Deadline(2_000);
  await assert.rejects(ask(request, { deadline, teamId: 'a' }), { name: 'ModelFailure', kind: 'timed-out' });
  assert.equal(waiting.length, 0);
});

test('a caller that leaves is no failure of the model', async () => {
  const { ask } = openSlowModel();
  const caller = new AbortController();
  using deadline = new Deadline(60_000, caller.signal);
  const asked = ask(request, { deadline, teamId: 'a' });
  await nextTurn();
  caller.abort(new Error('gone'));
  await assert.rejects(asked, { message: 'gone' });
});

test('a rest that the deadline does not allow is told at once', async () => {
  const { ask, waiting } = openSlowModel();
  using deadline = new Deadline(60_000);
  const asked = ask(request, { deadline, teamId: 'a' });
  await nextTurn();
  waiting[0]?.reject(new EndpointError(429, { 'retry-after': '119.5' }, 'slow down'));
  await assert.rejects(asked, {
    kind: 'busy',
    retryAfterSeconds: 120,
    message: 'The language model is busy or failing; it asks for 120 s of rest',
  });
  assert.equal(waiting.length, 1);
});
