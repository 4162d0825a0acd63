import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A running `decant`. */
export interface StartedCli extends AsyncDisposable {
  readonly pid: number;
  /** Sends a signal. */
  kill(signal: NodeJS.Signals): void;
  /** Its exit code, null when a signal ended it. */
  readonly ended: Promise<number | null>;
  /** What it wrote so far. */
  stdout(): string;
  stderr(): string;
}

/** Starts `decant` with these arguments; nothing of this process's own settings reaches it. */
export function startCli(
  args: readonly string[],
  environment: Record<string, string> = {},
  { cwd = tmpdir() }: { cwd?: string } = {},
): StartedCli {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    env: { ...commandEnvironment(), ...environment },
    cwd,
    // The channel closes when the tests are killed, and the command follows.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => void (output.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => void (output.err += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    pid: child.pid ?? 0,
    kill: (signal) => void child.kill(signal),
    ended,
    stdout: () => output.out,
    stderr: () => output.err,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
    },
  };
}
