// Loaded before the tests (`--import`): keeps a file with the tests that run now, a line each, the outermost first. After a
// kill it says which test did not end. A reporter would not do: it hears of a test some turns after it has begun.
import { ftruncateSync, openSync, writeSync } from 'node:fs';
import type { SuiteContext, TestContext } from 'node:test';
import { isMainThread } from 'node:worker_threads';

import { RUNNING_TESTS_FILE } from './running-tests-file.ts';

const file = process.env[RUNNING_TESTS_FILE];
const running = new Set<string>();

function describe(context: TestContext | SuiteContext): string {
  const name = 'fullName' in context ? context.fullName : context.name;
  return `${context.filePath ?? ''} ${name}`;
}

function write(descriptor: number): void {
  const bytes = Buffer.from([...running].join('\n'));
  writeSync(descriptor, bytes, 0, bytes.length, 0);
  ftruncateSync(descriptor, bytes.length);
}

// Threads that tests start load this file too: with node:test they would print a summary each, of no tests.
if (isMainThread && file !== undefined) {
  // Kept open: a file that is emptied as it is opened goes to the disk each time that it is closed.
  const descriptor = openSync(file, 'w');
  const { afterEach, beforeEach } = await import('node:test');
  beforeEach((context) => {
    running.add(describe(context));
    write(descriptor);
  });
  afterEach((context) => {
    running.delete(describe(context));
    write(descriptor);
  });
}
