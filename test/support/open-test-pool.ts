import { silentLog } from '../../src/lib/log/log.ts';
import { CdpError } from '../../src/browser/cdp/cdp-error.ts';
import type { Browser } from '../../src/browser/start/open-browser.ts';
import type { LeaseRequest, Tab } from '../../src/browser/pool/browser-pool.ts';
import { createFakeClock } from './pool-clock.ts';
import { openBrowserPool } from '../../src/browser/pool/open-browser-pool.ts';
import type { PoolLimits } from '../../src/browser/pool/pool-size.ts';

const never = new AbortController().signal;

function createFakeSession() {
  return { ended: new Promise(() => undefined), on: () => () => undefined, send: async () => ({}) };
}

interface FakeContext {
  isClosed: boolean;
}

/** Does what a browser does as far as a pool can tell; it has no process. */
function createFakeBrowser(hasWebGl: boolean) {
  const closed = Promise.withResolvers<Error>();
  const exited = Promise.withResolvers<string>();
  const contexts: FakeContext[] = [];
  const fake = {
    hasWebGl,
    contexts,
    isRunning: true,
    failContexts: undefined as Error | undefined,
    holdClosing: undefined as Promise<void> | undefined,
    crash() {
      fake.isRunning = false;
      closed.resolve(new Error('crashed'));
      exited.resolve('signal SIGKILL');
    },
  };
  const browser = {
    version: 'Fake/1',
    userAgent: 'fake',
    processId: 0,
    isSandboxed: true,
    warning: undefined,
    connection: { closed: closed.promise, close: () => fake.crash() },
    exited: exited.promise,
    async newContext() {
      if (fake.failContexts) throw fake.failContexts;
      if (!fake.isRunning) throw new CdpError('closed', 'The browser has ended');
      const context: FakeContext = { isClosed: false };
      contexts.push(context);
      const close = async (): Promise<void> => {
        await fake.holdClosing;
        context.isClosed = true;
      };
      return {
        id: String(contexts.length),
        newPage: async () => ({ targetId: 't', session: createFakeSession() }),
        close,
        [Symbol.asyncDispose]: close,
      };
    },
    async close() {
      fake.crash();
    },
  };
  return { fake, browser: browser as unknown as Browser };
}

export interface TestTab extends Tab {
  isReusable: boolean;
  isDisposed: boolean;
}

/** For tests: a pool in a time of its own, with browsers that have no process. */
export function openTestPool(limits: Partial<PoolLimits> = {}) {
  const clock = createFakeClock();
  const browsers: ReturnType<typeof createFakeBrowser>['fake'][] = [];
  const egresses = { open: 0 };
  const starting = { failure: undefined as Error | undefined, gate: undefined as Promise<void> | undefined };
  let starts = 0;
  const pool = openBrowserPool({
    clock,
    limits: { maxPages: 2, ...limits },
    log: silentLog,
    async start({ hasWebGl }) {
      starts += 1;
      await starting.gate;
      if (starting.failure) throw starting.failure;
      const { fake, browser } = createFakeBrowser(hasWebGl);
      browsers.push(fake);
      return browser;
    },
  });
  const request = (more: Partial<LeaseRequest<TestTab>> = {}): LeaseRequest<TestTab> => ({
    hasWebGl: false,
    teamId: '',
    isBackground: false,
    async openEgress() {
      egresses.open += 1;
      return {
        proxyServer: 'http://127.0.0.1:1',
        [Symbol.asyncDispose]: async () => {
          egresses.open -= 1;
        },
      };
    },
    async open() {
      const tab: TestTab = {
        isReusable: true,
        isDisposed: false,
        async [Symbol.asyncDispose]() {
          tab.isDisposed = true;
        },
      };
      return tab;
    },
    ...more,
  });
  return {
    pool,
    clock,
    browsers,
    egresses,
    starting,
    starts: () => starts,
    request,
    lease: (more?: Partial<LeaseRequest<TestTab>>, signal = never) => pool.lease(request(more), signal),
    running: () => browsers.filter(({ isRunning }) => isRunning).length,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}
