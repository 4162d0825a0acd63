import { tracingChannel } from 'node:diagnostics_channel';
import { openSync, writeSync } from 'node:fs';
import type { TestContext } from 'node:test';

/** The part of Node's message about a test that begins or has ended that tells suites, which begin when they are read. */
interface TestMessage {
  readonly type: string;
}

/**
 * Keeps a file with the tests that run now, a line each, the outermost first. After a kill it says which test did not end. A
 * reporter would not do: it hears of a test some turns after it has begun.
 */
export function keepRunningTests(file: string, contextOf: () => TestContext | undefined): void {
  // Kept open: a file that is emptied as it is opened goes to the disk each time that it is closed.
  const descriptor = openSync(file, 'w');
  const running = new Map<unknown, string>();
  const kept = { length: 0, isStale: false };
  const write = (): void => {
    kept.isStale = false;
    const text = [...running.values()].join('\n');
    const length = Buffer.byteLength(text);
    // What was longer is overwritten: a cut would be a second call of the system for each test.
    writeSync(descriptor, text + '\n'.repeat(Math.max(0, kept.length - length)), 0);
    kept.length = length;
  };
  const { start, end } = tracingChannel<unknown, TestMessage>('node.test');
  start.subscribe((message) => {
    const context = contextOf();
    if ((message as TestMessage).type === 'suite' || context === undefined) return;
    running.set(message, `${context.filePath ?? ''} ${context.fullName}`);
    write();
  });
  end.subscribe((message) => {
    if (!running.delete(message) || kept.isStale) return;
    kept.isStale = true;
    // The next test mostly begins before.
    setImmediate(() => kept.isStale && write());
  });
}
