import { tmpdir } from 'node:os';
import type { Browser, BrowserContext, BrowserType, ConnectOverCDPTransport, Page } from 'playwright-core';
import { FRAME_KIND } from '../process/link-frames.ts';
import type { InsideLink } from '../process/inside-link.ts';
import { sendFilesAsContents } from './send-files-as-contents.ts';

/** The session's browser as its code drives it. */
export interface DrivenBrowser {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** The page that code means: the one that was chosen last and is open; a new one when there is none. */
  currentPage(): Promise<Page>;
  choosePage(page: Page): void;
}

interface DriverTransport extends ConnectOverCDPTransport {
  hear(message: string): void;
}

/** Messages of the browser travel in frames; Playwright sees a transport of its own. */
export function createDriverTransport(link: InsideLink): DriverTransport {
  const transport: DriverTransport = {
    send: (message) => link.send(FRAME_KIND.driver, JSON.stringify(message)),
    close: () => undefined,
    // Each in a task of its own: of several in one turn Playwright misses the main world of a page.
    hear: (text) => void setImmediate(() => transport.onmessage?.(JSON.parse(text) as object)),
  };
  return transport;
}

export async function connectBrowser(
  chromium: BrowserType,
  transport: ConnectOverCDPTransport,
): Promise<DrivenBrowser> {
  const browser = await chromium.connectOverCDP(transport, {
    noDefaults: true,
    artifactsDir: tmpdir(),
  });
  const context = browser.contexts()[0] ?? (await browser.newContext());
  // The session outlives the code that says it is done.
  browser.close = () => Promise.resolve();
  context.close = () => Promise.resolve();
  sendFilesAsContents(context);
  const state: { page: Page | undefined } = { page: context.pages()[0] };
  return {
    browser,
    context,
    async currentPage() {
      if (state.page === undefined || state.page.isClosed())
        state.page = context.pages().at(-1) ?? (await context.newPage());
      return state.page;
    },
    choosePage(page) {
      state.page = page;
    },
  };
}
