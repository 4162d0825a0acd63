import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/lib/log/log.ts';
import { eventually } from '../support/eventually.ts';
import { FILES } from '../support/hostile-visits/files.ts';
import { LOOPS } from '../support/hostile-visits/loops.ts';
import { MEMORY_BOMBS } from '../support/hostile-visits/memory-bombs.ts';
import { PROMPTS } from '../support/hostile-visits/prompts.ts';
import { STORMS } from '../support/hostile-visits/storms.ts';
import { TRAPS } from '../support/hostile-visits/traps.ts';
import { openLoopbackSite } from '../support/loopback-site.ts';
import { openTestScraper, type TestScraper } from '../support/open-test-scraper.ts';
import { pickSize } from '../support/pick-size.ts';
import { findTestBrowser } from '../support/test-browser.ts';
import { answer, startTestSite } from '../support/test-site.ts';
import { scrapeOrdinaryPage, visitAll } from '../support/visit-hostile.ts';

const MIB = 2 ** 20;
const ENVIRONMENT = { DECANT_BROWSER_PAGES: '2', DECANT_ALLOW_ADDRESSES: '127.0.0.0/8' };
/** Some three times what an ordinary page takes. */
const SMALL_RENDERER_BYTES = pickSize(256, 1_024) * MIB;
const isThere = process.platform === 'linux' && (await findTestBrowser()) !== undefined;
const skip = !isThere && 'there is no browser for this machine';

describe('hostile pages', { skip, timeout: 400_000 }, () => {
  let house: TestScraper;
  const pids: number[] = [];
  before(async () => {
    const opened = await openTestScraper({
      environment: ENVIRONMENT,
      log: {
        ...silentLog,
        debug(message, fields) {
          if (message === 'a browser has started') pids.push(Number(fields?.['pid']));
        },
      },
    });
    assert.ok(opened);
    house = opened;
    await scrapeOrdinaryPage(house);
  });
  after(() => house[Symbol.asyncDispose]());

  const groups = { loops: LOOPS, prompts: PROMPTS, storms: STORMS, files: FILES, traps: TRAPS };
  for (const [name, visits] of Object.entries(groups)) {
    test(`${name}: an answer in time, the place free again, others unharmed`, async (t) => {
      const { problems, ends } = await visitAll(house, visits, { atOnce: 2 });
      for (const end of ends) t.diagnostic(end);
      assert.deepEqual(problems, []);
    });
  }

  test('pages that take all memory end alone, and it comes back', async (t) => {
    // Their deadline is near: they must have taken too much before.
    await using small = await openTestScraper({
      environment: ENVIRONMENT,
      browserLimits: { maxRendererBytes: SMALL_RENDERER_BYTES },
    });
    assert.ok(small);
    await scrapeOrdinaryPage(small);
    const { problems, ends } = await visitAll(small, MEMORY_BOMBS, { atOnce: 1 });
    for (const end of ends) t.diagnostic(end);
    assert.deepEqual(problems, []);
    // On a busy machine they may all have been done with before they had taken enough: one stays until it has.
    await using site = await startTestSite(MEMORY_BOMBS['typed arrays']!.pages);
    const stay = { url: `${site.origin}/`, waitFor: 15_000, timeout: 30_000 };
    await assert.rejects(small.scrape(stay), { code: 'SCRAPE_SITE_ERROR' });
    assert.ok(small.pool.stats().killedProcesses > 0);
    await scrapeOrdinaryPage(small);
    await eventually(async () => {
      const { residentBytes } = small.pool.stats();
      assert.ok(residentBytes < 400 * MIB, `${Math.round(residentBytes / MIB)} MiB`);
    });
  });

  test('a page whose browser is killed is shown to another one', async () => {
    let visits = 0;
    await using site = await startTestSite({
      '/': '<h1 id="x">Loading</h1><script>fetch("/data").then((r) => r.text()).then((t) => x.textContent = t)</script>',
      '/data': (request, response) => {
        visits += 1;
        const pid = pids.at(-1);
        if (visits > 1) answer('Honest text')(request, response);
        // Without an id it would be this process and all that it belongs to.
        else if (pid !== undefined && pid > 1) process.kill(pid, 'SIGKILL');
      },
    });
    const { document } = await house.scrape({ url: `${site.origin}/`, waitFor: 1, timeout: 60_000 });
    assert.match(document.markdown ?? '', /Honest text/);
    assert.equal(visits, 2);
    assert.equal(house.trace().filter(({ step }) => step === 'browserGone').length, 1);
  });

  test('a certificate that nobody vouches for is refused, unless it does not matter', async () => {
    await using site = await openLoopbackSite(answer('<h1>Honest text</h1>'), { isTls: true });
    const visit = { url: `https://localhost.test.localhost:${site.port}/`, waitFor: 1, timeout: 60_000 };
    await assert.rejects(house.scrape({ ...visit, skipTlsVerification: false }), {
      code: 'SCRAPE_SSL_ERROR',
    });
    const { document } = await house.scrape({ ...visit, skipTlsVerification: true });
    assert.match(document.markdown ?? '', /Honest text/);
  });
});
