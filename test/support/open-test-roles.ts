import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

/** Accepted by every process of a `TestRoles`. */
export const TEST_KEY = 'fc-0123456789abcdef0123456789abcdef';
const SECRET = 'one secret for all processes of these tests';

/** One process of a service that several share a database for. */
export interface RoleProcess {
  process: ChildProcess;
  /** `http://127.0.0.1:PORT` of an `api`. */
  url: string;
  key: string;
  /** Resolves to its exit code. */
  ended: Promise<number | null>;
  kill(): Promise<void>;
}

export interface TestRoles extends AsyncDisposable {
  start(role: 'api' | 'worker'): Promise<RoleProcess>;
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Processes on one database that may reach these sites; disposing ends those that still run. */
export async function openTestRoles(
  databaseUrl: string,
  ...sitePorts: readonly number[]
): Promise<TestRoles> {
  const opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-house-')));
  const count = { processes: 0 };
  return {
    async start(role) {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8', MAIN, 'serve', '--role', role],
        {
          env: {
            ...commandEnvironment(),
            PORT: '0',
            DATABASE_URL: databaseUrl,
            DECANT_DATA_DIR: path.join(folder.path, String(count.processes++)),
            DECANT_SECRET: SECRET,
            DECANT_API_KEY: TEST_KEY,
            DECANT_ALLOW_ADDRESSES: sitePorts.map((port) => `127.0.0.1:${port}`).join(','),
          },
          cwd: folder.path,
          // The channel closes when the tests are killed, and the process follows.
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        },
      );
      const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
      const end = async (signal: NodeJS.Signals): Promise<void> => {
        if (child.exitCode === null && child.signalCode === null) child.kill(signal);
        await ended;
      };
      opening.defer(() => end('SIGTERM'));
      const url = await greetingOf(child, role);
      return { process: child, url, key: TEST_KEY, ended, kill: () => end('SIGKILL') };
    },
    [Symbol.asyncDispose]: () => opening.disposeAsync(),
  };
}

/** Resolves when the process says that it is ready: to the address of an `api`, to nothing for a `worker`. */
function greetingOf(child: ChildProcess, role: 'api' | 'worker'): Promise<string> {
  const output = { text: '' };
  return new Promise((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (text: string) => void (output.text += text));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output.text += text;
      const address = /Address +(http:\S+)[\s\S]*Try it:/.exec(output.text)?.[1];
      if (role === 'worker' && output.text.includes('is ready')) resolve('');
      else if (address !== undefined) resolve(address);
    });
    child.once('exit', (code, signal) =>
      reject(new Error(`the ${role} ended with ${signal ?? code} before it was ready\n${output.text}`)),
    );
  });
}
