import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { inspect } from 'node:util';
import { openHabitsServer, SERVER_HABITS } from '../../test/support/habits-server.ts';
import { KEY, RIGHT, SAID, type ServerHabit } from '../../test/support/habits/habit.ts';
import { checkSchema } from '../json-schema/check-schema.ts';
import { prepareSchema } from '../json-schema/prepare-schema.ts';
import { systemClock } from '../lib/time/clock.ts';
import { Deadline } from '../lib/time/deadline.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { createAsk } from './ask.ts';
import { createAskForJson, type JsonAnswer } from './ask-for-json.ts';
import { createTokenBudget } from './budget.ts';
import { createEndpointHabits } from './endpoint-habits.ts';
import { ModelFailure } from './model-failure.ts';
import { openModel } from './open-model.ts';

const PAGE = 'PAGE-OF-A-STRANGER The Blue Lamp costs 19.90 and is for home and light.';
const SENTENCES = 3;
const MAX_OUTPUT_TOKENS = 1_000;
const schema = prepareSchema(
  checkSchema({
    type: 'object',
    properties: {
      name: { type: 'string' },
      price: { type: 'number' },
      tags: { type: 'array', items: { type: 'string' } },
      link: { type: 'string', format: 'uri' },
      sentences: { type: 'array', items: { type: 'integer' } },
    },
    required: ['name', 'price', 'tags'],
  }),
);

/** What a format asks of a value: links and sentences that the page has. */
function findFaults(value: unknown): string[] {
  const { link, sentences = [] } = value as { link?: string; sentences?: number[] };
  return [
    ...(link !== undefined && !PAGE.includes(link) ? [`/link: The page does not hold ${link}`] : []),
    ...(sentences.some((number) => number > SENTENCES) ? ['/sentences: There is no such sentence'] : []),
  ];
}

const server = await openHabitsServer();
after(() => server[Symbol.asyncDispose]());
const rows: string[] = [];
const counts = { right: 0, wrong: 0, error: 0, requests: 0 };

interface Outcome {
  came: string;
  shown: JsonAnswer | ModelFailure;
}

async function askOf(habit: ServerHabit): Promise<Outcome> {
  const settings = {
    baseUrl: server.baseUrl(habit),
    apiKey: KEY,
    model: 'test-model',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    headers: { 'x-gateway': 'ours' },
    extraBody: { seed: 7 },
  };
  await using model = openModel(settings, { ownPorts: () => [] });
  const ask = createAsk(model, { concurrency: 2, leastMs: 0, pauseMs: 1 });
  const budget = createTokenBudget({
    contextTokens: undefined,
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    estimate: estimateTokens,
  });
  const askForJson = createAskForJson({
    ask,
    id: model.id,
    habits: createEndpointHabits(systemClock),
    budget,
  });
  using deadline = new Deadline(habit.isEndless === true ? 500 : 60_000);
  const asked = askForJson(
    {
      instructions: 'You read web pages.',
      task: 'Tell the product.',
      page: PAGE.repeat(habit.pages ?? 1),
      schema,
      findFaults,
    },
    { deadline, teamId: 'team' },
  );
  try {
    const shown = await asked;
    const { name, price, tags } = shown.value as typeof RIGHT;
    const isRight = inspect({ name, price, tags }) === inspect(RIGHT);
    return { came: isRight ? 'right' : 'wrong', shown };
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    return { came: error.kind, shown: error };
  }
}

// Some have to be waited for.
describe('an endpoint with this habit', { concurrency: 8 }, () => {
  for (const habit of SERVER_HABITS) {
    test(habit.name, async () => {
      const { came, shown } = await askOf(habit);
      const requests = server.requestsOf(habit);
      counts.requests += requests.length;
      counts[came === 'right' || came === 'wrong' ? came : 'error'] += 1;
      rows.push(`${habit.name.padEnd(44)} ${came.padEnd(15)} ${requests.length}`);
      assert.equal(came, habit.expected);
      assert.equal(requests.length, habit.requests);
      assert.equal(shown.requests, habit.requests);
      // The deadline ended what would not end: the other side saw the connection close.
      if (habit.isEndless === true) await requests[0]?.gone;
      const seen = inspect(shown, { depth: 9 });
      for (const secret of [KEY, server.origin, server.origin.slice(7), SAID, 'PAGE-OF', 'test-model'])
        assert.ok(!seen.includes(secret), `${secret} is in ${seen}`);
      for (const { path, headers, body } of requests) {
        assert.match(path, /\/v1\/chat\/completions$/);
        assert.equal(headers.authorization, `Bearer ${KEY}`);
        assert.equal(headers['x-gateway'], 'ours');
        assert.equal(body.seed, 7);
        assert.equal(body.stream, undefined);
      }
    });
  }
});

test('no answer is wrong without a word, and every habit that holds one gives it', (context) => {
  const { right, wrong, error, requests } = counts;
  for (const row of rows) context.diagnostic(row);
  context.diagnostic(`${right} right, ${wrong} wrong, ${error} errors, ${requests} requests`);
  assert.equal(wrong, 0);
  assert.equal(right, SERVER_HABITS.filter(({ expected }) => expected === 'right').length);
  assert.ok(right >= 40, `${right} right`);
});
