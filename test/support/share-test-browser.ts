import { after } from 'node:test';
import type { BrowserContext } from '../../src/browser/start/open-context.ts';
import { openPageIn, openTestBrowser, type OpenTestBrowser } from './open-test-browser.ts';

const shared: { house?: Promise<OpenTestBrowser | undefined> } = {};

// Of the whole process: after the last suite of the last file.
after(async () => {
  await (await shared.house)?.[Symbol.asyncDispose]();
});

/**
 * The browser of all files that need nothing special of theirs; the first one starts it. Each has contexts of its own, which end
 * when it disposes of what it got. Undefined where there is no browser.
 */
export async function shareTestBrowser(): Promise<OpenTestBrowser | undefined> {
  shared.house ??= openTestBrowser();
  const house = await shared.house;
  if (!house) return undefined;
  const opened = new Set<BrowserContext>();
  const openContext = async (): Promise<BrowserContext> => {
    const context = await house.openContext();
    const close: BrowserContext['close'] = async (options) => {
      if (opened.delete(own)) await context.close(options);
    };
    const own: BrowserContext = { ...context, close, [Symbol.asyncDispose]: () => close() };
    opened.add(own);
    return own;
  };
  return {
    ...house,
    openContext,
    openPage: (options) => openPageIn(house.browser, openContext, options),
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened].map((context) => context.close()));
    },
  };
}
