import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { collectFacts } from '../../extract/facts/collect-facts.ts';
import { collectPlaces } from '../../extract/selectors/collect-places.ts';
import { parseHtml } from '../../html/parse.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { Queryable } from '../../store/database.ts';
import { openLearntSelectors, type LearnerPage, type LearntSelectors } from './learnt-selectors.ts';
import { trimTemplates } from '../../store/trim-templates.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 1);
const { signal } = new AbortController();
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
};

const open = (db: Queryable, now = NOW): LearntSelectors =>
  openLearntSelectors({ db, clock: { now: () => now }, log: silentLog });

const truthOf = (at: number): object => ({ name: `Thing ${at}`, price: at + 0.5 });

function pageOf(teamId: string, at: number, host = 'shop.test', shown = at + 0.5): LearnerPage {
  const url = new URL(`https://${host}/thing/${at}`);
  const tree = parseHtml(
    `<main><h1>Thing ${at}</h1><p class="cost">€ ${shown.toFixed(2)}</p><p class="stock">${at % 7} left</p></main>`,
  );
  const page = { tree, removed: new Uint8Array(tree.length), base: url };
  const places = collectPlaces(page, collectFacts(page), url);
  const pause = (): Disposable => ({ [Symbol.dispose]: () => undefined });
  return { teamId, host, places, deadline: { signal, pause } };
}

/** A model that knows the truth, and counts how often it is asked. */
function modelOf(truth: (at: number) => unknown = truthOf) {
  const asked: number[] = [];
  return {
    asked,
    ask: (at: number) => async () => {
      asked.push(at);
      // Other pages come while the model works.
      for (let turn = 0; turn < 20; turn++) await setImmediate();
      return { value: truth(at) };
    },
  };
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** All pages at the same time; gives the ways that they took. */
async function answerAll(
  learnt: LearntSelectors,
  { teamId, pages, model }: { teamId: string; pages: readonly number[]; model: ReturnType<typeof modelOf> },
): Promise<string[]> {
  return Promise.all(
    pages.map(async function answerOne(at) {
      const answer = await learnt.answer(pageOf(teamId, at), { schema: SCHEMA }, model.ask(at));
      const value = answer.way === 'rules' ? answer.value : answer.made.value;
      assert.deepEqual(value, truthOf(at));
      return answer.way;
    }),
  );
}

describe('rules that stand in for the model', () => {
  test('pages that come at the same time wait for the first two', async () => {
    await using db = await openTestDatabase();
    const model = modelOf();
    const ways = await answerAll(open(db), { teamId: uuidv7(), pages: range(1, 40), model });
    assert.equal(model.asked.length, 2);
    assert.equal(ways.filter((way) => way === 'rules').length, 37);
  });

  test('every fiftieth page goes to the model as well', async () => {
    await using db = await openTestDatabase();
    const learnt = open(db);
    const teamId = uuidv7();
    const model = modelOf();
    const lessons: Array<string | undefined> = [];
    for (const at of range(1, 153)) {
      const answer = await learnt.answer(pageOf(teamId, at), { schema: SCHEMA }, model.ask(at));
      if (answer.way === 'model') lessons.push(`${answer.reason}: ${answer.lesson}`);
    }
    assert.deepEqual(model.asked, [1, 2, 52, 102, 152]);
    assert.deepEqual(lessons.slice(0, 3), [
      'the template is new: learnt',
      'the template is new: learnt',
      'audit: confirmed',
    ]);
  });

  test('an audit that finds another value drops them, and they are learnt anew', async () => {
    await using db = await openTestDatabase();
    const learnt = open(db);
    const teamId = uuidv7();
    const model = modelOf();
    const answer = async (at: number, shown?: number) =>
      learnt.answer(pageOf(teamId, at, 'shop.test', shown), { schema: SCHEMA }, model.ask(at));
    for (const at of range(1, 30)) await answer(at);
    // The place of the price has come to mean another one.
    const later = [];
    for (const at of range(30, 60)) later.push({ at, answer: await answer(at, at + 10) });
    const audit = later.find((each) => each.answer.way === 'model');
    assert.equal(audit?.at, 52);
    assert.ok(audit.answer.way === 'model' && audit.answer.lesson === 'dropped');
    assert.ok(later.filter(({ at }) => at > 52).every((each) => each.answer.way === 'model'));
  });

  test('processes share them; teams, hosts, schemas and prompts do not', async () => {
    await using db = await openTestDatabase();
    const teamId = uuidv7();
    const model = modelOf();
    await answerAll(open(db), { teamId, pages: [1, 2, 3], model });
    const other = open(db);
    await answerAll(other, { teamId, pages: range(4, 10), model });
    assert.deepEqual(model.asked, [1, 2]);
    const anew = async (page: LearnerPage, wanted: { schema: object; prompt?: string }) =>
      (await other.answer(page, wanted, model.ask(11))).way;
    assert.equal(await anew(pageOf(uuidv7(), 11), { schema: SCHEMA }), 'model');
    assert.equal(await anew(pageOf(teamId, 11, 'other.test'), { schema: SCHEMA }), 'model');
    assert.equal(await anew(pageOf(teamId, 11), { schema: SCHEMA, prompt: 'In dollars' }), 'model');
    assert.equal(await anew(pageOf(teamId, 11), { schema: { ...SCHEMA, required: ['name'] } }), 'model');
    assert.equal(await anew(pageOf(teamId, 11), { schema: SCHEMA }), 'rules');
  });

  test('two processes that learn at the same time add to one memory', async () => {
    await using db = await openTestDatabase();
    const teamId = uuidv7();
    const model = modelOf();
    await Promise.all([
      answerAll(open(db), { teamId, pages: range(1, 20), model }),
      answerAll(open(db), { teamId, pages: range(20, 40), model }),
    ]);
    assert.ok(model.asked.length <= 4, String(model.asked));
    await answerAll(open(db), { teamId, pages: range(40, 60), model });
    assert.ok(model.asked.length <= 4, String(model.asked));
  });

  test('a failure of the model is that of its page; the next one tries', async () => {
    await using db = await openTestDatabase();
    const learnt = open(db);
    const teamId = uuidv7();
    const fails = (): Promise<{ value: unknown }> => Promise.reject(new Error('busy'));
    await assert.rejects(learnt.answer(pageOf(teamId, 1), { schema: SCHEMA }, fails), /busy/);
    const model = modelOf();
    await answerAll(learnt, { teamId, pages: [2, 3, 4], model });
    assert.deepEqual(model.asked, [2, 3]);
  });

  test('a schema with patterns always goes to the model', async () => {
    const learnt = open({ query: () => Promise.reject(new Error('never asked')) });
    const schema = { type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } };
    const model = modelOf();
    for (const at of [1, 2, 3, 4]) await learnt.answer(pageOf('team', at), { schema }, model.ask(at));
    assert.deepEqual(model.asked, [1, 2, 3, 4]);
  });

  test('without a database rules live in their process', async () => {
    const learnt = open({ query: () => Promise.reject(new Error('away')) });
    const model = modelOf();
    await answerAll(learnt, { teamId: 'team', pages: range(1, 20), model });
    assert.deepEqual(model.asked, [1, 2]);
  });

  test('are forgotten after 30 days, and beyond 2,000 of a team', async () => {
    await using db = await openTestDatabase();
    const teamId = uuidv7();
    const learn = async (host: string, now: number): Promise<void> => {
      const learnt = open(db, now);
      await learnt.answer(pageOf(teamId, 1, host), { schema: SCHEMA }, modelOf().ask(1));
    };
    await learn('old.test', NOW - 31 * DAY_MS);
    await learn('young.test', NOW - 29 * DAY_MS);
    assert.equal(await trimTemplates(db, 'learnt_template', NOW), 1);
    await db.query(
      `insert into learnt_template select $1, 'host' || n, '', '', 1, $2, '{}' from generate_series(1, 2001) as n`,
      [teamId, new Date(NOW)],
    );
    assert.equal(await trimTemplates(db, 'learnt_template', NOW), 2);
  });
});
