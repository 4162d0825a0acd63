import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OpenTestBrowser } from '../../../test/support/open-test-browser.ts';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { decodeHtml } from '../decode.ts';

const ENCODINGS = ['gbk', 'gb18030', 'big5', 'euc-jp', 'shift_jis', 'euc-kr'];
/**
 * Where Chromium 153 leaves the standard: four pairs stand for two characters each, of which it gives a half; and after
 * a broken sequence of JIS X 0212 it looks for the next pair there.
 */
const ERRORS_OF_BROWSER = new Set(['big5 8862', 'big5 8864', 'big5 88a3', 'big5 88a5', 'euc-jp a1a1']);

/** All bytes and all pairs of bytes, a line each. */
function lines(): string[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
  const others = bytes.filter((byte) => byte !== '0a');
  const leads = others.slice(127);
  return [...others, ...leads.flatMap((lead) => others.map((trail) => lead + trail))];
}

describe('East Asian encodings', () => {
  /** One for all: nothing of a text stays in it. */
  let page: Awaited<ReturnType<OpenTestBrowser['openPage']>> | undefined;
  before(async () => {
    page = await (await shareTestBrowser())?.openPage();
  });
  after(() => page?.[Symbol.asyncDispose]());

  for (const encoding of ENCODINGS) {
    test(`${encoding}: every pair of bytes is what a browser makes of it`, async (t) => {
      if (!page) return t.skip('no browser for this machine');
      const hex = lines().join('0a');
      const expected = await page.evaluate<string>(
        `JSON.stringify(new TextDecoder('${encoding}').decode(Uint8Array.from('${hex}'.match(/../g), (byte) => parseInt(byte, 16))))`,
      );
      const { text } = decodeHtml(Buffer.from(hex, 'hex'), `text/html; charset=${encoding}`);
      const wanted = (JSON.parse(expected) as string).split('\n');
      const found = text.split('\n');
      assert.equal(found.length, wanted.length);
      const wrong = lines().filter(
        (line, at) => found[at] !== wanted[at] && !ERRORS_OF_BROWSER.has(`${encoding} ${line}`),
      );
      assert.deepEqual(wrong, []);
    });
  }
});
