import { equal } from 'node:assert/strict';
import { test } from 'node:test';

import { createGroupOutputs } from './group-output.ts';

test('groups that run at a time are shown one after the other, the first one live', () => {
  let shown = '';
  const open = createGroupOutputs((text) => (shown += text));
  const [a, b, c] = [open(), open(), open()];
  a.write('a1 ');
  b.write('b1 ');
  c.write('c1 ');
  equal(shown, 'a1 ');
  b.end();
  equal(shown, 'a1 ');
  a.write('a2 ');
  a.end();
  equal(shown, 'a1 a2 b1 c1 ');
  c.write('c2 ');
  equal(shown, 'a1 a2 b1 c1 c2 ');
  c.end();
  open().write('d1');
  equal(shown, 'a1 a2 b1 c1 c2 d1');
});
