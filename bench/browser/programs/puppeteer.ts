import { browserEnvironment } from '../find-bench-browser.ts';
import { loadPeer } from '../load-peer.ts';
import { SHOWN_SELECTOR } from '../pages/shown-mark.ts';
import type { OpenProgram } from './program.ts';

const TIMEOUT_MS = 30_000;

/** Puppeteer over a pipe with a context for each page. */
export const puppeteer: OpenProgram = async ({ browser: { executable, ...rest } }) => {
  const { launch } = await loadPeer('puppeteer-core', () => import('puppeteer-core'));
  const browser = await launch({
    executablePath: executable,
    headless: 'shell',
    pipe: true,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    env: browserEnvironment({ executable, ...rest }),
  });
  return {
    async visit(url, { wait, isSameTab }) {
      if (wait !== 'selector' || isSameTab)
        throw new Error('Puppeteer is measured with fresh contexts and selectors only');
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      const from = performance.now();
      await page.goto(url, { waitUntil: 'load', timeout: TIMEOUT_MS });
      await page.waitForSelector(SHOWN_SELECTOR);
      const html = await page.content();
      const shownMs = performance.now() - from;
      await context.close();
      return { html, shownMs };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
};
