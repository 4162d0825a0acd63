import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CALLS = fileURLToPath(new URL('call-commands.ts', import.meta.url));

/** What a command has written, and its exit code. */
export interface CliEnd {
  code: number;
  stdout: string;
  stderr: string;
}

/** A call among others: its standard input and settings, where they are not those of all. */
export interface CliCall {
  args: readonly string[];
  input?: string;
  environment?: Record<string, string>;
}

interface CliSurroundings {
  input?: string;
  cwd?: string;
}

/** Runs `decant` with these arguments and this standard input; nothing of this process's own settings reaches it. */
export function runCli(
  args: readonly string[],
  environment: Record<string, string> = {},
  surroundings: CliSurroundings = {},
): Promise<CliEnd> {
  return runNode([MAIN, ...args], environment, surroundings);
}

/**
 * Runs several calls of `decant` in one process, one after the other: for what depends on the arguments alone, and not
 * on how the process begins or ends.
 */
export async function runCliCalls(
  calls: ReadonlyArray<readonly string[] | CliCall>,
  environment: Record<string, string> = {},
  surroundings: CliSurroundings = {},
): Promise<CliEnd[]> {
  const called = calls.map((call) => ('args' in call ? call : { args: call }));
  const { stdout, stderr } = await runNode([CALLS, JSON.stringify(called)], environment, surroundings);
  assert.equal(stderr, '');
  const ends = JSON.parse(stdout) as CliEnd[];
  assert.equal(ends.length, calls.length);
  return ends;
}

function runNode(
  args: readonly string[],
  environment: Record<string, string>,
  { input = '', cwd = tmpdir() }: CliSurroundings,
): Promise<CliEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...args],
      { env: { ...commandEnvironment(), ...environment }, cwd, timeout: 60_000 },
      (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
