import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openLoopbackSite } from '../../../test/support/loopback-site.ts';
import { openTestScraper } from '../../../test/support/open-test-scraper.ts';
import { ProcessGroups } from '../../browser/pool/process-groups.ts';
import { silentLog } from '../../lib/log/log.ts';

const groups: number[] = [];
const house = await openTestScraper({
  log: {
    ...silentLog,
    debug: (message, { pid = 0 } = {}) => {
      if (message === 'a browser has started') groups.push(Number(pid));
    },
  },
});
after(() => house?.[Symbol.asyncDispose]());
const skip = (house === undefined || process.platform !== 'linux') && 'no browser of ours can be had here';

const PAGE =
  '<!doctype html><title>t</title><main><h1>Here</h1><p>Some words that make up a page.</p></main>';
/** A scrape that waits for it has failed: a browser is started within a few seconds on a busy machine. */
const TIMEOUT_MS = 50_000;

/** As the kernel does when memory is short: all but the browser itself. */
function killChildren(): number {
  const leader = groups.at(-1) ?? assert.fail('no browser was started');
  using processes = new ProcessGroups();
  const members = processes.look(new Set([leader])).get(leader) ?? [];
  const children = members.map(({ pid }) => pid).filter((pid) => pid !== leader);
  for (const pid of children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // The first ones take others with them.
      assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
    }
  }
  return children.length;
}

describe('a browser that loses its processes', { skip, timeout: 120_000 }, () => {
  for (const [when, begin] of [
    ['while the site is waited for', ''],
    ['while the page loads', `${PAGE}<script>fetch('/shown')</script>`],
  ] as const) {
    test(`gives its page up at once ${when}, and another one shows it`, async () => {
      const asked = Promise.withResolvers<void>();
      const state = { isKilled: false };
      await using site = await openLoopbackSite(({ url }, response) => {
        response.setHeader('Content-Type', 'text/html');
        if (state.isKilled) response.end(PAGE);
        else if (url === '/' && begin !== '') response.write(begin);
        else asked.resolve();
      });
      const scrape = house?.scrape({ url: `${site.origin}/`, waitFor: 1, timeout: TIMEOUT_MS });
      await asked.promise;
      state.isKilled = true;
      assert.ok(killChildren() > 2);
      const { document } = (await scrape) ?? assert.fail();
      assert.match(document.markdown ?? '', /Some words that make up a page/);
      assert.equal(document.warning, undefined);
    });
  }
});
