import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { normalForm } from './normal-form.ts';

test('normalForm is linear in hostile URLs', async () => {
  for (const part of ['%', '%41', 'www.', '/', ';jsessionid=1', '&a', '(S(', '/index.html', '/..;sid=']) {
    const prepare = (size: number): (() => unknown) => {
      const url = new URL(
        `https://${part === 'www.' ? part.repeat(50) : ''}example.com/${part.repeat(size)}?${part.repeat(size)}`,
      );
      return () => normalForm(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true });
    };
    await assertLinear(100_000, prepare, part);
  }
});
