import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countTurns } from '../../../test/support/count-turns.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { plainText } from '../../../test/support/plain-text.ts';
import { createDiffLargeTexts } from './diff-large-texts.ts';
import { diffTexts, type DiffText } from './diff-texts.ts';

const { signal } = new AbortController();
const text = Array.from({ length: pickSize(30_000, 100_000) }, (_, n) => `line ${n}`).join('\n');

/** Each comparison gets texts of its own: a thread keeps the buffers that it is handed. */
const before = (): DiffText => ({ label: 'a', bytes: Buffer.from(text) });
const after = (): DiffText => ({ label: 'b', bytes: Buffer.from(text.replaceAll('9\n', 'nine\n')) });
/** The diff of the two, made on the spot. */
const expected = diffTexts(before(), after());

test('a large diff is the same as a small one, and leaves others their turns', async () => {
  const diff = createDiffLargeTexts();
  const turns = await countTurns(async () => {
    const diffs = await Promise.all([diff(before(), after(), signal), diff(after(), before(), signal)]);
    assert.deepEqual(diffs.map(plainText), [expected, diffTexts(after(), before())]);
  });
  assert.ok(turns > 3, `others had ${turns} turns meanwhile`);
  assert.equal(
    await diff({ label: 'a', bytes: Buffer.from('') }, { label: 'b', bytes: Buffer.from('x') }, signal),
    '--- a\n+++ b\n@@ -0,0 +1 @@\n+x\n',
  );
});

test('whoever goes away ends the work, and the next one gets a diff', async () => {
  const diff = createDiffLargeTexts();
  const leaving = new AbortController();
  const left = diff(before(), after(), leaving.signal);
  const next = diff(before(), after(), signal);
  setImmediate(() => leaving.abort(new Error('gone')));
  await assert.rejects(left, /gone/);
  assert.equal(plainText(await next), expected);
});
