import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** One process of a service that several share a database for. */
export interface RoleProcess extends AsyncDisposable {
  pid: number;
  /** `http://127.0.0.1:PORT` of an `api`; empty for a `worker`, which answers no requests. */
  url: string;
}

/** Starts `decant serve --role`; rejects with what it printed when it ends before it is ready. */
export async function openRoleProcess(
  role: 'api' | 'worker',
  environment: Readonly<Record<string, string>>,
): Promise<RoleProcess> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-bench-')));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', MAIN, 'serve', '--role', role],
    {
      env: { PATH: process.env['PATH'], PORT: '0', DECANT_DATA_DIR: folder.path, ...environment },
      cwd: folder.path,
      // The channel closes when this process is killed, and the service follows.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  if (!child.stdout || !child.stderr) throw new Error('no pipes');
  const ended = once(child, 'exit');
  opening.defer(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  });
  const output = { out: '', err: '' };
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output.err += text));
  const ready = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.out += text;
      if (role === 'worker' ? output.out.includes(' is ready') : output.out.includes('Try it:')) resolve();
    });
  });
  await Promise.race([
    ready,
    ended.then(() => Promise.reject(new Error(`The ${role} did not start\n${output.out}${output.err}`))),
  ]);
  const open = opening.move();
  return {
    pid: child.pid!,
    url: /Address +(http:\S+)/.exec(output.out)?.[1] ?? '',
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}
