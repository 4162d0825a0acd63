import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs `decant` with these arguments and this standard input; nothing of this process's own settings reaches it. */
export function runCli(
  args: readonly string[],
  environment: Record<string, string> = {},
  { input = '', cwd = tmpdir() }: { input?: string; cwd?: string } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', MAIN, ...args],
      {
        env: { ...commandEnvironment(), ...environment },
        cwd,
        timeout: 60_000,
      },
      (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
