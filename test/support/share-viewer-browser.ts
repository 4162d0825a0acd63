import { after } from 'node:test';
import type { Browser } from 'playwright-core';
import { openViewerBrowser } from './viewer-browser.ts';

/** Waiting for a crawl on a busy machine; what never comes ends with its test. */
const TIMEOUT_MS = 110_000;

const started: { browser?: ReturnType<typeof openViewerBrowser> } = {};

// Of the whole process: after the last suite of the last file.
after(async () => (await started.browser)?.[Symbol.asyncDispose]());

/**
 * The browser of all suites that look at pages of ours; the first one starts it, undefined where there is none. `newPage` opens
 * a tab with cookies and storage of its own, which its suite closes.
 */
export async function shareViewerBrowser(): Promise<Browser | undefined> {
  started.browser ??= openPatiently();
  return started.browser;
}

async function openPatiently(): ReturnType<typeof openViewerBrowser> {
  const browser = await openViewerBrowser();
  browser?.on('context', (context) => context.setDefaultTimeout(TIMEOUT_MS));
  return browser;
}
