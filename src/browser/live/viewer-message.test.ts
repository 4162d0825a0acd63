import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readViewerMessage } from './viewer-message.ts';

const read = (message: unknown) => readViewerMessage(JSON.stringify(message));

test('messages are told apart by who may send them', () => {
  assert.deepEqual(read({ type: 'seen', picture: 7 }), {
    isDriving: false,
    message: { type: 'seen', picture: 7 },
  });
  assert.deepEqual(read({ type: 'text', text: '漢字' }), {
    isDriving: true,
    message: { type: 'text', text: '漢字' },
  });
});

test('members that a message does not have are left out', () => {
  const message = { type: 'go', to: 'back', method: 'Page.navigate', __proto__: { x: 1 } };
  assert.deepEqual(read(message)?.message, { type: 'go', to: 'back' });
});

test('a message with one wrong member is none', () => {
  const mouse = {
    type: 'mouse',
    event: 'move',
    x: 1,
    y: 2,
    button: 'none',
    buttons: 0,
    clicks: 0,
    modifiers: 0,
  };
  assert.ok(read(mouse));
  const wrong: Record<string, unknown[]> = {
    event: ['drag', null, undefined],
    x: ['1', 1e9, null, Number.NaN],
    button: ['first', 0],
    buttons: [-1, 32, 0.5],
    modifiers: [16, '0'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values)
      assert.equal(read({ ...mouse, [name]: value }), undefined, `${name} ${String(value)}`);
  }
  assert.equal(read({ type: 'text', text: 'x'.repeat(200_001) }), undefined);
  assert.equal(read({ type: 'choose', id: 1, options: [1, -1] }), undefined);
  assert.equal(read({ type: 'choose', id: 1, options: Array.from({ length: 10_001 }, () => 0) }), undefined);
  assert.equal(read({ type: 'files', id: 1, files: [{ name: 'a' }] }), undefined);
});

test('a type of the language itself is none', () => {
  for (const type of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
    assert.equal(read({ type }), undefined);
  for (const json of ['', '1', 'null', '"x"', '[]', '{}', '{"type":1}', '{"type":']) {
    assert.equal(readViewerMessage(json), undefined, json);
  }
});
