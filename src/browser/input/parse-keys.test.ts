import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PageProblem } from '../page-problem.ts';
import { parseKeys } from './parse-keys.ts';

function summary(text: string): unknown[] {
  const { modifiers, key } = parseKeys(text);
  return [modifiers.join(), key?.key, key?.code, key?.keyCode, key?.text];
}

describe('parseKeys', () => {
  test('reads names, characters and chords', () => {
    const cases: Array<[string, unknown[]]> = [
      ['Enter', ['', 'Enter', 'Enter', 13, '\r']],
      ['enter', ['', 'Enter', 'Enter', 13, '\r']],
      ['a', ['', 'a', 'KeyA', 65, 'a']],
      ['A', ['', 'A', 'KeyA', 65, 'A']],
      ['KeyA', ['', 'a', 'KeyA', 65, 'a']],
      ['Digit7', ['', '7', 'Digit7', 55, '7']],
      ['!', ['', '!', 'Digit1', 49, '!']],
      ['é', ['', 'é', '', 0, 'é']],
      ['+', ['', '+', 'Equal', 187, '+']],
      [' ', ['', ' ', 'Space', 32, ' ']],
      ['Space', ['', ' ', 'Space', 32, ' ']],
      ['Control+A', ['Control', 'a', 'KeyA', 65, 'a']],
      ['ctrl + shift + T', ['Control,Shift', 'T', 'KeyT', 84, 'T']],
      ['Shift+Tab', ['Shift', 'Tab', 'Tab', 9, undefined]],
      ['Shift+1', ['Shift', '!', 'Digit1', 49, '!']],
      ['Control++', ['Control', '+', 'Equal', 187, '+']],
      ['Cmd+Enter', ['Meta', 'Enter', 'Enter', 13, '\r']],
      ['page_down', ['', 'PageDown', 'PageDown', 34, undefined]],
      ['Arrow Down', ['', 'ArrowDown', 'ArrowDown', 40, undefined]],
      ['F12', ['', 'F12', 'F12', 123, undefined]],
      ['Control', ['Control', undefined, undefined, undefined, undefined]],
    ];
    for (const [text, expected] of cases) assert.deepEqual(summary(text), expected, text);
  });

  test('says what would be right', () => {
    const refuses = (text: string, message: RegExp): void =>
      assert.throws(
        () => parseKeys(text),
        (error) => error instanceof PageProblem && message.test(error.message),
        text,
      );
    refuses('Entr', /no key "Entr"; did you mean "Enter"\?/);
    refuses('hello world', /no key "hello world"; keys are .*the action write/);
    refuses('Tab+A', /"Tab" cannot be held down/);
    refuses('', /no key ""/);
    refuses('Control+', /no key ""/);
    refuses(`${'x+'.repeat(50_000)}y`, /"x" cannot be held down/);
  });
});
