import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { goTo } from '../../src/browser/page/go-to.ts';
import type { LivePage, LivePageOptions } from '../../src/browser/page/live-page.ts';
import { settle } from '../../src/browser/page/settle.ts';
import { actionList } from '../../src/contract/options/actions.ts';
import { Deadline } from '../../src/lib/time/deadline.ts';
import { ServiceError } from '../../src/lib/service-error.ts';
import type { ActionResults } from '../../src/scraper/actions/action.ts';
import { runActions } from '../../src/scraper/actions/run-actions.ts';
import { createTrace, type Trace } from '../../src/scraper/trace.ts';
import { shareTestBrowser } from './share-test-browser.ts';
import { startTestSite, type TestPage } from './test-site.ts';

/** What came of actions on a page. */
export interface Done {
  live: LivePage;
  results: ActionResults | undefined;
  error: ServiceError | undefined;
  trace: Trace;
  /** Text of the element, or `-`. */
  text(selector: string): Promise<string>;
}

/**
 * Goes to a page and does the actions on it. A test has one tab for all pages that need nothing special of theirs, one after
 * the other: the next call takes the page away. A tab in which actions failed ends at once, since its scripts may go on for ever.
 */
export type Act = (
  path: string,
  actions: object[],
  options?: Partial<LivePageOptions> & {
    /** For the actions alone. */
    ms?: number;
  },
) => Promise<Done>;

/** A browser and a site to act on. */
export interface TestActions extends AsyncDisposable {
  /** For one test, with which its pages end. */
  createAct(test: Pick<TestContext, 'after'>): Act;
}

/** Undefined where there is no browser. */
export async function openTestActions(
  pages: Readonly<Record<string, TestPage>>,
): Promise<TestActions | undefined> {
  await using opening = new AsyncDisposableStack();
  const site = opening.use(await startTestSite(pages));
  const browser = await shareTestBrowser();
  if (!browser) return undefined;
  opening.use(browser);
  const open = opening.move();
  return {
    createAct(test) {
      const idle: LivePage[] = [];
      return async function act(path, list, { ms = 20_000, ...options } = {}) {
        const isUsual = Object.keys(options).length === 0;
        const live = (isUsual ? idle.pop() : undefined) ?? (await browser.openPage(options));
        test.after(() => live[Symbol.asyncDispose]());
        const signal = AbortSignal.timeout(20_000);
        await goTo(live, site.origin + path, { signal, timeoutMs: 20_000 });
        await settle(live, { signal, maxMs: 5_000 });
        using deadline = new Deadline(ms);
        const trace = createTrace();
        const outcome = await runActions(live, actionList.parse(list), { deadline, trace }).then(
          (results) => ({ results, error: undefined }),
          (error: unknown) => {
            if (!(error instanceof ServiceError)) throw error;
            return { results: undefined, error };
          },
        );
        if (outcome.error) await live[Symbol.asyncDispose]();
        else if (isUsual) idle.push(live);
        return {
          live,
          trace,
          ...outcome,
          text: (selector) =>
            live.evaluate<string>(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? '-'`),
        };
      };
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** The document around a test page's content. */
export function testPage(body: string): string {
  return `<!doctype html><meta charset=utf-8><title>Shop</title>${body}`;
}

/** Fails unless the actions failed, with such a message. */
export function assertFailed({ error }: Done, message: RegExp, details?: object): void {
  assert.equal(error?.code, 'SCRAPE_ACTION_ERROR', error?.message ?? 'no error');
  assert.match(error.message, message);
  if (details) assert.deepEqual(error.details, details);
}
