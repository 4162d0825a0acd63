import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ViewedItem } from '../../browser/sight/page-view.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import type { AskForJson, JsonQuestion } from '../../models/ask-for-json.ts';
import { createTokenBudget } from '../../models/budget.ts';
import { fencePrompt } from '../../models/fence.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { AgentHistory } from './agent-history.ts';
import { askForStep, type Situation } from './ask-for-step.ts';
import { faultsOf, stepSchema, type AgentStep } from './agent-step.ts';
import { USUAL_VIEW } from './show-view.ts';

const items = Array.from({ length: 400 }, (_, at): ViewedItem => ({
  ref: at + 1,
  role: 'link',
  name: `A link with a rather long name, the number of which is ${at + 1}`,
  level: 0,
  value: undefined,
  options: [],
  states: [],
  isSecret: false,
  isShown: at < 50,
  href: '',
  frameId: undefined,
}));

function situationWith(history: AgentHistory, deadline: Deadline): Situation {
  return {
    task: 'Find the cheapest kettle',
    view: { url: 'https://shop.example.com/', title: 'Shop', items, texts: [], next: 401, isCut: false },
    shown: USUAL_VIEW,
    history,
    news: '',
    tabs: [],
    isKnown: () => true,
    usage: { requests: 0, promptTokens: 0, completionTokens: 0 },
    deadline,
    teamId: 'team',
  };
}

/** Asks with a window of so many tokens; gives the tokens of each prompt, and the last one. */
async function ask(
  contextTokens: number,
  history: AgentHistory,
  fail: (count: number) => number | undefined = () => undefined,
) {
  const budget = createTokenBudget({ contextTokens, maxOutputTokens: 4_096, estimate: estimateTokens });
  const asked: JsonQuestion[] = [];
  const tokens: number[] = [];
  const askForJson: AskForJson = async (question) => {
    const prompt = fencePrompt({ ...question, schema: question.schema.text })
      .map(({ text }) => text)
      .join('\n');
    asked.push(question);
    tokens.push(estimateTokens(prompt));
    const windowTokens = fail(asked.length);
    if (windowTokens !== undefined) {
      budget.note({ prompt, promptTokens: windowTokens, completionTokens: 0 });
      throw new ModelFailure('too-long', { windowTokens });
    }
    return { value: { tool: 'back' }, rung: 'strict', requests: 1, promptTokens: 1, completionTokens: 1 };
  };
  using deadline = new Deadline(60_000);
  const step = await askForStep({ askForJson, budget }, situationWith(history, deadline));
  return { step, tokens, page: asked.at(-1)!.page!, window: budget.windowTokens };
}

function longHistory(): AgentHistory {
  const history = new AgentHistory();
  for (let count = 0; count < 25; count++) {
    const read = count % 3 === 0 ? `${'Words that were read. '.repeat(300)} END ${count}` : undefined;
    const note = `Fact ${count} of the page, which is to be remembered.`;
    history.add({ tool: 'read', note }, { said: 'read', read, page: 'https://shop.example.com/ "Shop"' });
  }
  return history;
}

describe('the question for the next step', () => {
  test('fits the window of the model, however much was done and read', async () => {
    const history = longHistory();
    for (const window of [4_096, 8_192, 32_768, 200_000]) {
      const { tokens, page } = await ask(window, history);
      const answer = Math.min(4_096, window * 0.4);
      assert.ok(tokens[0]! + answer <= window, `${tokens[0]} of ${window}`);
      assert.match(page, /25\. read: read; .*Fact 24/);
      assert.match(page, /The text that was read with the last step:/);
      assert.match(page, /\[e1\] link/);
    }
    const { page } = await ask(200_000, history);
    assert.match(page, /^Done so far:\n1\. read: read/);
    assert.match(page, /Read in step 1:[^]*END 0[^]*END 24/);
    assert.match(page, /250 more/);
  });

  test('shows less when the endpoint turns out to look at less', async () => {
    const { tokens, window } = await ask(32_768, longHistory(), (count) => (count === 1 ? 4_096 : undefined));
    assert.equal(tokens.length, 2);
    assert.equal(window, 4_096);
    assert.ok(tokens[1]! < 4_096 * 0.6, `${tokens[1]}`);
    await assert.rejects(ask(1_024, new AgentHistory()), { kind: 'too-long' });
  });
});

describe('a step', () => {
  test('is read in the forms that models give to calls', async () => {
    const forms: unknown[] = [
      { tool: 'click', ref: 'e12' },
      { tool: 'click', ref: '[e12]' },
      { tool: 'click', ref: 12 },
      { tool: 'click', ref: 'ref=e12', reason: 'because' },
      { action: 'click', ref: '@e12' },
      { name: 'click', arguments: '{"ref":"e12"}' },
      { function: { name: 'click', arguments: { ref: 'e12' } } },
      { click: { ref: 'e12' } },
      [{ tool: 'click', args: { ref: 'e12' } }, { tool: 'back' }],
      { type: 'function', tool_call: { name: 'click', parameters: { ref: 'e12' } } },
    ];
    for (const form of forms)
      assert.deepEqual(
        await stepSchema.read(form, false),
        { value: { tool: 'click', ref: 'e12' } },
        JSON.stringify(form),
      );
    for (const form of [{ tool: 'fly' }, {}, 'click', null, [], { click: 1, fill: 2 }])
      assert.ok('faults' in (await stepSchema.read(form, false)), JSON.stringify(form));
  });

  test('says what it lacks', () => {
    const isKnown = (ref: string): boolean => ref === 'e1';
    const faults = (step: AgentStep): string[] => faultsOf(step, isKnown);
    assert.deepEqual(faults({ tool: 'click', ref: 'e1' }), []);
    assert.deepEqual(faults({ tool: 'scroll' }), []);
    assert.deepEqual(faults({ tool: 'fill', ref: 'e1' }), ['/text: The tool fill needs it.']);
    assert.deepEqual(faults({ tool: 'scroll', ref: 'e2' }), ['/ref: The newest view has no element "e2".']);
    assert.deepEqual(faults({ tool: 'done' }), ['/answer: The tool done needs it.']);
  });
});
