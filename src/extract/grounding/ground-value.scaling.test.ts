import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { groundValue } from './ground-value.ts';
import { readShownText } from './shown-text.ts';

test('many values that stand nowhere take no look at the whole page each', async () => {
  const markdown = 'A page that says the same thing again and again. '.repeat(5_000);
  await assertLinear(10_000, (size) => {
    const long = readShownText(markdown);
    const values = Array.from({ length: size }, (_, at) => `nowhere ${'x'.repeat(at % 7)}`);
    return () => groundValue(values, long);
  });
});

test('the time grows with the length of the page, whatever stands on it', async () => {
  for (const part of ['1', '1.', '1 000 ', '2024 ', '(', 'https://a.b/c ', '](', 'a\n']) {
    await assertLinear(20_000, (size) => {
      const text = part.repeat(size);
      return () => {
        const long = readShownText(text);
        groundValue([7.5, '2025-01-01', 'https://x.test/', '0301234567', 'words of it', 'A 1'], long);
      };
    });
  }
});
