import asyncHooks, {
  AsyncLocalStorage,
  createHook,
  executionAsyncId,
  type HookCallbacks,
} from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { run, TestContext } from 'node:test';

/** Newer than the types. */
interface CallbacksOfPromises extends HookCallbacks {
  readonly trackPromises: boolean;
}

interface TestRunner {
  readonly run: typeof run;
  getTestContext(): TestContext | undefined;
}

const [MAJOR = 0, MINOR = 0] = process.versions.node.split('.').map(Number);
/** True for versions that surely tell of tests as they begin; in others Node's runner goes by promises, as it is made to. */
const HAS_CONTEXTS = MAJOR > 25 || (MAJOR === 24 && MINOR >= 21);

/**
 * Loads Node's test runner, which is given hooks of everything asynchronous but promises: hooks of those make each promise of
 * the product cost 2.6 us in place of 0.2. The runner asks them which test an error belongs to; here the context of each test
 * says that, as it goes through promises by itself.
 */
export async function loadTestRunner(): Promise<TestRunner> {
  const test = new AsyncLocalStorage<number>();
  tracingChannel('node.test').start.bindStore(test, () => executionAsyncId());
  const replaced = {
    executionAsyncId: () => test.getStore() ?? executionAsyncId(),
    createHook({ init, ...others }: HookCallbacks) {
      const callbacks: CallbacksOfPromises = {
        ...others,
        trackPromises: !HAS_CONTEXTS,
        init: (id, type, trigger, resource) => init?.(id, type, test.getStore() ?? trigger, resource),
      };
      return createHook(callbacks);
    },
  };
  Object.assign(asyncHooks, replaced);
  try {
    return (await import('node:test')) as unknown as TestRunner;
  } finally {
    Object.assign(asyncHooks, { createHook, executionAsyncId });
  }
}
