import { test } from 'node:test';
import { assertLinear } from '../../test/support/assert-linear.ts';
import { seenText, withoutTargets } from './seen-text.ts';

test('the time grows with the length of the text', async () => {
  for (const part of ['](', '](a(', '![', '![ ](', '![\n\n', '](a "', '\u200c'])
    await assertLinear(12_000, (size) => {
      const text = part.repeat(size);
      return () => withoutTargets(seenText(text));
    });
});
