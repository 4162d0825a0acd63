import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Runs `decant` with these arguments on a terminal (`script` of util-linux); undefined where there is none to be had. */
export function runOnTerminal(
  args: readonly string[],
  environment: Record<string, string> = {},
  { cwd = tmpdir(), mayFail = false }: { cwd?: string; mayFail?: boolean } = {},
): Promise<string | undefined> {
  const words = [process.execPath, '--disable-warning=ExperimentalWarning', MAIN, ...args];
  const command = words.map((word) => `'${word}'`).join(' ');
  return new Promise((resolve, reject) => {
    execFile(
      'script',
      ['--quiet', '--return', '--command', command, '/dev/null'],
      {
        env: { ...commandEnvironment(), SHELL: '/bin/sh', ...environment },
        cwd,
        timeout: 60_000,
      },
      (error, stdout) => {
        if (error?.code === 'ENOENT') resolve(undefined);
        else if (error && !mayFail) reject(new Error(stdout, { cause: error }));
        else resolve(stdout);
      },
    );
  });
}
