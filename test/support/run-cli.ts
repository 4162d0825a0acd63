import assert from 'node:assert/strict';
import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commandEnvironment } from './command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const CALLS = fileURLToPath(new URL('call-commands.ts', import.meta.url));
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];
const TIMEOUT_MS = 60_000;

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

/** Calls for a process that runs them, and what came of them. */
export interface CliBatch {
  calls: readonly CliCall[];
  environment: Record<string, string>;
  cwd: string;
}
export interface CliBatchEnd {
  ends: CliEnd[];
  /** What a call threw that nobody expects. */
  failure?: string;
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
 * on how the process begins or ends. The process is kept for the calls that come later; tests that run beside one another
 * take turns, since another process costs more than the wait.
 */
export function runCliCalls(
  calls: ReadonlyArray<readonly string[] | CliCall>,
  environment: Record<string, string> = {},
  { input, cwd = tmpdir() }: CliSurroundings = {},
): Promise<CliEnd[]> {
  const called = calls.map((call) => ({ input: input ?? '', ...('args' in call ? call : { args: call }) }));
  const ends = kept.turn.then(() => runInTurn({ calls: called, environment, cwd }));
  kept.turn = ends.catch(() => undefined);
  return ends;
}

async function runInTurn(batch: CliBatch): Promise<CliEnd[]> {
  const caller = (kept.caller ??= openCaller());
  // The next calls get another one where this one fails.
  kept.caller = undefined;
  const { ends, failure } = await caller.call(batch);
  assert.equal(failure, undefined);
  assert.equal(caller.stderr(), '');
  assert.equal(ends.length, batch.calls.length);
  kept.caller = caller;
  return ends;
}

/** Runs one such call. */
export async function callCli(
  args: readonly string[],
  environment: Record<string, string> = {},
  surroundings: CliSurroundings = {},
): Promise<CliEnd> {
  const [end] = await runCliCalls([args], environment, surroundings);
  return end!;
}

interface Caller extends Disposable {
  call(batch: CliBatch): Promise<CliBatchEnd>;
  /** What the process has written besides what its calls have. */
  stderr(): string;
}

const started: Caller[] = [];
const kept: { caller: Caller | undefined; turn: Promise<unknown> } = {
  caller: undefined,
  turn: Promise.resolve(),
};
after(() => {
  for (const caller of started) caller[Symbol.dispose]();
});

function openCaller(): Caller {
  const child = fork(CALLS, {
    execArgv: NODE_FLAGS,
    env: commandEnvironment(),
    cwd: tmpdir(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const output = { stderr: '' };
  child.stderr!.setEncoding('utf8').on('data', (text: string) => void (output.stderr += text));
  const caller: Caller = {
    stderr: () => output.stderr,
    async call(batch) {
      child.send(batch);
      return answerOf(child, output);
    },
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  };
  started.push(caller);
  return caller;
}

/** Kills a process that gives none in time. */
async function answerOf(child: ChildProcess, output: { stderr: string }): Promise<CliBatchEnd> {
  const settled = new AbortController();
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  try {
    return await Promise.race([
      once(child, 'message', settled).then(([end]) => end as CliBatchEnd),
      once(child, 'exit', settled).then(([code, signal]) => {
        throw new Error(`the process of the calls ended with ${signal ?? code}: ${output.stderr}`);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    settled.abort();
  }
}

function runNode(
  args: readonly string[],
  environment: Record<string, string>,
  { input = '', cwd = tmpdir() }: CliSurroundings,
): Promise<CliEnd> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...NODE_FLAGS, ...args],
      { env: { ...commandEnvironment(), ...environment }, cwd, timeout: TIMEOUT_MS },
      (error, stdout, stderr) =>
        resolve({ code: error ? (typeof error.code === 'number' ? error.code : 1) : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });
}
