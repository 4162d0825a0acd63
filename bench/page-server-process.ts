import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process that serves pages on loopback, so that its CPU time can be told from ours. */
export interface PageServerProcess extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  pid: number;
}

/**
 * Starts a script that prints its origin when it is ready and ends when its standard input does; rejects when it ends
 * before it is ready.
 */
export async function openPageServerProcess(
  script: string,
  args: readonly string[] = [],
): Promise<PageServerProcess> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const origin = await Promise.race([
    once(lines, 'line').then(([line]) => line as string),
    ended.then(() => Promise.reject(new Error('The local web ended before it was ready'))),
  ]);
  return {
    origin,
    pid: child.pid!,
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
