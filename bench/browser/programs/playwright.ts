import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { browserEnvironment } from '../find-bench-browser.ts';
import { loadPeer } from '../load-peer.ts';
import { HTML_WHEN_SHOWN, SHOWN_SELECTOR } from '../pages/shown-mark.ts';
import type { AwaitOptions, OpenProgram, WaitKind } from './program.ts';

const TIMEOUT_MS = 30_000;
/** After the load event, where that is the wait. */
const EXTRA_MS = 1_000;

/** Playwright with a context for each page, as its documentation advises for pages that have nothing in common. */
export const playwright: OpenProgram = async ({ browser: { executable, ...rest } }) => {
  const { chromium } = await loadPeer('playwright-core', () => import('playwright-core'));
  const browser = await chromium.launch({
    executablePath: executable,
    env: browserEnvironment({ executable, ...rest }),
    // Its own default, and the only way as root.
    chromiumSandbox: false,
  });

  async function openTab(): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext();
    return { context, page: await context.newPage() };
  }

  return {
    async visit(url, { wait, isSameTab }) {
      if (isSameTab) throw new Error('Playwright is measured with fresh contexts only');
      const { context, page } = await openTab();
      const from = performance.now();
      const html = await read(page, url, wait);
      const shownMs = performance.now() - from;
      await context.close();
      return { html, shownMs };
    },
    async awaitContent(url, options) {
      const { context, page } = await openTab();
      const from = performance.now();
      const hasTimedOut = await hasRunOut(page, url, options);
      const waitedMs = performance.now() - from;
      const doneAt = performance.timeOrigin + performance.now();
      const parts = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')));
      const contentAt = await page.evaluate<number>(options.contentAt);
      await context.close();
      return { html: parts.join(''), doneAt, contentAt, hasTimedOut, waitedMs };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
};

async function read(page: Page, url: string, wait: WaitKind): Promise<string> {
  if (wait === 'mark') {
    await page.goto(url, { waitUntil: 'commit', timeout: TIMEOUT_MS });
    return page.evaluate<string>(HTML_WHEN_SHOWN);
  }
  if (wait !== 'selector') throw new Error(`${wait} is measured on the wait pages only`);
  await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
  await page.waitForSelector(SHOWN_SELECTOR);
  return page.content();
}

/** Waits as asked; whether the time ran out meanwhile. */
async function hasRunOut(page: Page, url: string, { wait, maxMs, signal }: AwaitOptions): Promise<boolean> {
  try {
    if (wait === 'networkidle') {
      await page.goto(url, { waitUntil: 'networkidle', timeout: maxMs });
    } else {
      await page.goto(url, { waitUntil: 'load', timeout: maxMs });
      await sleep(EXTRA_MS, undefined, { signal });
    }
    return false;
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return true;
    throw error;
  }
}
