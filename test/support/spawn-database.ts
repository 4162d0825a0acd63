import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

type DatabaseEvent = { ready: number[] } | { refused: string } | { wrote: number };

/** A running `database-process.ts`. Disposing ends it, and the server with it. */
export interface DatabaseProcess extends AsyncDisposable {
  /** Ids of the server's processes; rejects with the sentence that it refused with. */
  ready: Promise<number[]>;
  /** Rows acknowledged so far. */
  written: Set<number>;
  /** Kills it without a chance to clean up; the server lives on. */
  kill(): Promise<void>;
}

export function spawnDatabase(
  args: readonly string[],
  options: Pick<SpawnOptions, 'uid' | 'gid'> = {},
): DatabaseProcess {
  const script = fileURLToPath(new URL('database-process.ts', import.meta.url));
  const { NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script, ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { NODE_COMPILE_CACHE },
  });
  const exited = once(child, 'exit');
  const written = new Set<number>();
  const { promise: ready, resolve, reject } = Promise.withResolvers<number[]>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = JSON.parse(line) as DatabaseEvent;
    if ('wrote' in event) written.add(event.wrote);
    else if ('ready' in event) resolve(event.ready);
    else reject(new Error(event.refused));
  });
  void exited.then(() => reject(new Error('The process ended')));
  // Whoever awaits it sees the rejection; a test that does not ask must not fail for it.
  ready.catch(() => undefined);
  return {
    ready,
    written,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
