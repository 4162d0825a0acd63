import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from '../../src/browser/start/launch-browser.ts';
import { openBrowser, type Browser } from '../../src/browser/start/open-browser.ts';
import type { BrowserContext } from '../../src/browser/start/open-context.ts';
import { LivePage, type LivePageOptions } from '../../src/browser/page/live-page.ts';
import { openTestEgress, type TestEgress } from './open-test-egress.ts';
import { findTestBrowser } from './test-browser.ts';

export interface OpenTestBrowser extends AsyncDisposable {
  readonly browser: Browser;
  readonly egress: TestEgress;
  /**
   * A new tab in a context of its own, which may reach loopback: `127.0.0.1` and every name under `.test`. Disposed of, it
   * ends, whatever its scripts do: a page that nobody ends goes on until its browser does.
   */
  openPage(options?: Partial<LivePageOptions>): Promise<LivePage>;
  openContext(): Promise<BrowserContext>;
}

/** One real browser for the tests of a file; undefined where there is none for this machine. */
export async function openTestBrowser(
  options: Partial<LaunchOptions> = {},
): Promise<OpenTestBrowser | undefined> {
  await using opening = new AsyncDisposableStack();
  const found = await findTestBrowser();
  if (!found) return undefined;
  const homes = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-homes-')));
  await chmod(homes.path, 0o755);
  const egress = opening.use(await openTestEgress());
  const browser = opening.use(await openBrowser({ ...found, temporaryFolders: [homes.path], ...options }));
  const open = opening.move();
  const openContext = (): Promise<BrowserContext> =>
    browser.newContext({ proxyServer: `http://127.0.0.1:${egress.port}` });
  return {
    browser,
    egress,
    openContext,
    openPage: (pageOptions) => openPageIn(browser, openContext, pageOptions),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** A new tab in such a context, which ends with it. */
export async function openPageIn(
  browser: Browser,
  openContext: () => Promise<BrowserContext>,
  options: Partial<LivePageOptions> = {},
): Promise<LivePage> {
  const context = await openContext();
  const page = await context.newPage();
  const { connection } = browser;
  const live = await LivePage.open(
    { context, page, connection },
    { signal: new AbortController().signal, ...options },
  );
  return Object.assign(live, { [Symbol.asyncDispose]: () => context.close() });
}
