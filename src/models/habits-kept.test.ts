import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from '../json-schema/check-schema.ts';
import { prepareSchema } from '../json-schema/prepare-schema.ts';
import { Deadline } from '../lib/time/deadline.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { createAskForJson, type AskForJson } from './ask-for-json.ts';
import { createTokenBudget } from './budget.ts';
import { createEndpointHabits } from './endpoint-habits.ts';
import { ModelFailure, type RefusedPart } from './model-failure.ts';
import type { ModelReply, ModelRequest } from './open-model.ts';

const named = prepareSchema(
  checkSchema({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }),
);
const free = prepareSchema(checkSchema({ type: 'object' }));

/** Asks a model that answers each request in turn, or refuses a part of it. */
function askOf(answer: (request: ModelRequest) => string) {
  let now = 0;
  const requests: ModelRequest[] = [];
  const askForJson: AskForJson = createAskForJson({
    ask: async (request, { onRequest }): Promise<ModelReply> => {
      requests.push(request);
      onRequest?.();
      const said = answer(request);
      if (!said.includes('{')) throw new ModelFailure('not-a-model', { refusedPart: said as RefusedPart });
      return {
        text: said,
        reasoning: '',
        toolInput: undefined,
        finish: 'stop',
        promptTokens: undefined,
        completionTokens: 3,
      };
    },
    id: 'model',
    habits: createEndpointHabits({ now: () => now }),
    budget: createTokenBudget({ contextTokens: undefined, maxOutputTokens: 100, estimate: estimateTokens }),
  });
  return {
    requests,
    pass: (ms: number) => void (now += ms),
    async ask(schema = named): Promise<Array<string | boolean>> {
      const from = requests.length;
      using deadline = new Deadline(60_000);
      await askForJson(
        { instructions: 'Read.', task: 'Name it.', page: 'A lamp', schema },
        { deadline, teamId: 'a' },
      );
      return requests
        .slice(from)
        .map(({ form }) => (form.type === 'schema' && form.isStrict ? 'strict' : form.type));
    },
  };
}

test('an endpoint is asked in the way that it took, for an hour', async () => {
  const { ask, pass } = askOf(({ form }) => (form.type === 'text' ? '{"name":"a"}' : 'unknown'));
  assert.deepEqual(await ask(), ['strict', 'json', 'text']);
  assert.deepEqual(await ask(), ['text']);
  pass(60 * 60_000);
  assert.deepEqual(await ask(), ['strict', 'json', 'text']);
});

test('a schema that cannot be said strictly does not decide for those that can', async () => {
  const { ask } = askOf(() => '{"name":"a"}');
  assert.deepEqual(await ask(free), ['schema']);
  assert.deepEqual(await ask(), ['strict']);
});

test('what was adapted stays adapted', async () => {
  const { ask, requests } = askOf(({ adaptations }) =>
    adaptations.hasNoTemperature ? '{"name":"a"}' : 'temperature',
  );
  await ask();
  await ask();
  assert.deepEqual(
    requests.map(({ adaptations }) => adaptations.hasNoTemperature),
    [false, true, true],
  );
});

test('it is told what was wrong, with what it said, and the fixed part stays the first', async () => {
  const { ask, requests } = askOf(({ messages }) => (messages.length > 2 ? '{"name":"a"}' : '{"title":"a"}'));
  await ask();
  await ask();
  const [first, second, third] = requests.map(({ messages }) => messages);
  assert.ok(first && second && third);
  assert.deepEqual(second.slice(0, 2), first);
  assert.equal(second[2]?.text, '{"title":"a"}');
  assert.match(second[3]?.text ?? '', /does not fit:\n\/: Instance does not have required property "name"/);
  assert.deepEqual(third[0], first[0]);
  assert.notDeepEqual(third[1], first[1]);
});
