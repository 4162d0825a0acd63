import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTokenBudget } from './budget.ts';

const create = (contextTokens?: number) =>
  createTokenBudget({ contextTokens, maxOutputTokens: 1_000, estimate: (text) => text.length });
const prompt = 'x'.repeat(5_000);

test('room is what the window leaves beside the answer and fixed words', () => {
  assert.equal(create().roomFor('x'.repeat(128)), 7_000);
  assert.equal(create(20_064).roomFor(''), 19_000);
  assert.equal(create(1_064).roomFor(''), 574, 'an answer gets two fifths of a small window');
  assert.equal(create(100).roomFor(''), 0);
});

test('estimates follow what the endpoint counts', () => {
  const budget = create();
  for (let count = 0; count < 50; count++)
    assert.equal(budget.note({ prompt, promptTokens: 7_501, completionTokens: 10 }), undefined);
  assert.ok(Math.abs(budget.countTokens(prompt) - 7_501) < 20);
  budget.note({ prompt: 'short', promptTokens: 5_000, completionTokens: 1 });
  budget.note({ prompt, promptTokens: undefined, completionTokens: undefined });
  assert.ok(Math.abs(budget.countTokens(prompt) - 7_501) < 20);
});

test('a prompt that was cut without a word shows the window', () => {
  const short = create();
  assert.equal(short.note({ prompt, promptTokens: 2_040, completionTokens: 60 }), 2_100);
  assert.equal(short.windowTokens, 2_100);
  const full = create();
  assert.equal(full.note({ prompt, promptTokens: 4_000, completionTokens: 96 }), 4_096);
  assert.equal(full.note({ prompt, promptTokens: 4_096, completionTokens: 10 }), 4_096);
  assert.equal(full.windowTokens, 4_096);
  assert.equal(full.countTokens(prompt), 5_000);
  assert.equal(create().note({ prompt: 'ab', promptTokens: 1, completionTokens: 1 }), undefined);
});

test('a count that happens to be a window is none, and a window that was wrong is forgotten', () => {
  const budget = create();
  assert.equal(
    budget.note({ prompt: 'x'.repeat(4_000), promptTokens: 4_000, completionTokens: 96 }),
    undefined,
  );
  assert.equal(budget.note({ prompt, promptTokens: 2_000, completionTokens: 100 }), 2_100);
  assert.equal(budget.note({ prompt, promptTokens: 5_000, completionTokens: 100 }), undefined);
  assert.equal(budget.windowTokens, 8_192);
});
