import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { shareTestBrowser } from '../../../test/support/share-test-browser.ts';
import { startTestSite } from '../../../test/support/test-site.ts';
import { goTo } from './go-to.ts';
import { settle } from './settle.ts';

const house = await shareTestBrowser();
after(() => house?.[Symbol.asyncDispose]());

const WORDS = 'Größe der Tür: 20 €';
const LONG_PLAIN = '<p>plain words of a page that go on and on</p>'.repeat(500);
const PAGES = {
  '/utf-8': Buffer.from(`<p>${WORDS}</p>`),
  '/late': Buffer.from(`${LONG_PLAIN}<p>${WORDS}</p>`),
  // 0x80 is the euro sign of windows-1252.
  '/windows-1252': Buffer.from(`<p>${WORDS}</p>`.replace('€', '\u0080'), 'latin1'),
  '/late-1252': Buffer.from(`${LONG_PLAIN}<p>${WORDS}</p>`.replace('€', '\u0080'), 'latin1'),
};

/** A page whose encoding nothing tells. */
const undeclared = (bytes: Buffer) => (_request: unknown, response: ServerResponse) =>
  void response.setHeader('content-type', 'text/html').end(bytes);

test('a page that does not declare its encoding is UTF-8, unless its bytes say otherwise', async (t) => {
  if (!house) return t.skip('no browser can be had here');
  await using site = await startTestSite(
    Object.fromEntries(Object.entries(PAGES).map(([path, bytes]) => [path, undeclared(bytes)])),
  );
  await using live = await house.openPage();
  for (const path of Object.keys(PAGES)) {
    const signal = AbortSignal.timeout(60_000);
    await goTo(live, `${site.origin}${path}`, { signal, timeoutMs: 20_000 });
    await settle(live, { signal, maxMs: 40_000 });
    assert.equal(await live.evaluate('document.querySelector("p:last-of-type").textContent'), WORDS, path);
  }
});
