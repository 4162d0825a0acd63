import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSessionLine } from './session-line.ts';

test('a line is code of the language that was chosen, or an order that begins with a dot', () => {
  const read = (line: string) => readSessionLine(line, 'node');
  assert.deepEqual(read('  1 + 1'), { kind: 'code', language: 'node', code: '  1 + 1' });
  assert.deepEqual(read('.5 + 1'), { kind: 'code', language: 'node', code: '.5 + 1' });
  assert.deepEqual(read('.python'), { kind: 'language', language: 'python' });
  assert.deepEqual(read('.bash snapshot -i'), { kind: 'code', language: 'bash', code: 'snapshot -i' });
  assert.deepEqual(read('.ask  find the price'), { kind: 'ask', prompt: 'find the price' });
  assert.deepEqual(
    ['.live', '.exit', '.help', ''].map((line) => read(line).kind),
    ['live', 'exit', 'help', 'nothing'],
  );
  assert.deepEqual(read('.ask'), { kind: 'unknown', word: 'ask' });
  assert.deepEqual(read('.quit'), { kind: 'unknown', word: 'quit' });
});
