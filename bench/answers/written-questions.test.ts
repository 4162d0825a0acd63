import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lettersOf } from './letters-of.ts';
import { scoreQuestions } from './score-questions.ts';
import { readWrittenPages } from './written-questions.ts';

describe('the written questions', () => {
  const pages = readWrittenPages();

  it('are answered by one of the first five passages, nine times of ten', () => {
    for (const half of ['tuning', 'held out'] as const) {
      const scores = pages.filter((page) => page.half === half).flatMap((page) => scoreQuestions(page));
      assert.ok(scores.length >= 34, `${scores.length} questions`);
      const right = scores.filter(({ rank }) => rank < 5).length;
      assert.ok(right >= scores.length * 0.9, `${right} of ${scores.length} of the ${half} half`);
    }
  });

  it('have an answer on their page', () => {
    for (const { name, passages, questions } of pages) {
      const letters = passages.map(({ text }) => lettersOf(text));
      for (const { question, answer } of questions) {
        assert.ok(
          letters.some((text) => text.includes(answer)),
          `${name}: ${question}`,
        );
      }
    }
  });
});
