import type { DrivenBrowser } from '../driving/driven-browser.ts';

/** Modules that scripts for Playwright begin with: each way to a browser leads to the one of the session. */
export function standInForPlaywright({ browser, context }: DrivenBrowser): ReadonlyMap<string, unknown> {
  const type = {
    name: () => 'chromium',
    launch: () => Promise.resolve(browser),
    launchPersistentContext: () => Promise.resolve(context),
    connect: () => Promise.resolve(browser),
    connectOverCDP: () => Promise.resolve(browser),
  };
  const module: Record<string, unknown> = { chromium: type, firefox: type, webkit: type };
  module['default'] = module;
  return new Map(['playwright', 'playwright-core'].map((name) => [name, module]));
}
