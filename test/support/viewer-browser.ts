import { chromium, type Browser } from 'playwright-core';
import { findTestBrowser } from './test-browser.ts';

/** The browser of somebody who looks at a page of ours, driven as tests of web sites drive one; undefined where there is none. */
export async function openViewerBrowser(): Promise<(Browser & AsyncDisposable) | undefined> {
  const found = await findTestBrowser();
  if (!found) return undefined;
  const { executable, libraryPath } = found.browser;
  const browser = await chromium.launch({
    executablePath: executable,
    // It shows our own pages only, as whoever runs the tests.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-software-rasterizer'],
    env: {
      ...process.env,
      ...(libraryPath !== undefined && { LD_LIBRARY_PATH: libraryPath }),
      ...(found.fontConfig !== undefined && { FONTCONFIG_FILE: found.fontConfig }),
    },
  });
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() });
}
