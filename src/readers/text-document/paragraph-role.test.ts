import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roleOfStyleName } from './paragraph-role.ts';

test('titles are headings of the first level, and no heading has more than six', () => {
  assert.deepEqual(roleOfStyleName('Titre'), { type: 'heading', level: 1 });
  assert.deepEqual(roleOfStyleName('Heading 9'), { type: 'heading', level: 6 });
  assert.deepEqual(roleOfStyleName('toc 3'), { type: 'contents', level: 3 });
  assert.equal(roleOfStyleName('Whatever'), undefined);
});
