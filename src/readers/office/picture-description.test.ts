import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pictureDescription } from './picture-description.ts';

test('descriptions are one line, without the note that a program made them', () => {
  assert.equal(
    pictureDescription('A cat\n\nDescription automatically generated with medium confidence'),
    'A cat',
  );
  assert.equal(pictureDescription(' A  chart\nAI-generated content may be incorrect.'), 'A chart');
  assert.equal(pictureDescription('Description of a house'), 'Description of a house');
});
