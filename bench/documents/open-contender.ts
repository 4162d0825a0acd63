import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cpuSeconds } from '../process-tree.ts';
import type { ContenderMessage, ConvertJob } from './contender-process.ts';
import type { ContenderName } from './contenders/index.ts';

const SCRIPT = fileURLToPath(new URL('./contender-process.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
const START_MS = 30_000;

/** What came of one file; CPU seconds are those of the process and its ended children. */
export type Conversion = { cpuSeconds: number; wallMs: number } & ({ markdown: string } | { error: string });

/** A contender at work; its process is started anew when it did not survive a file. */
export interface OpenContender extends AsyncDisposable {
  convert(job: ConvertJob): Promise<Conversion>;
  /** The most that its process has held so far, bytes. */
  peakBytes(): number;
}

/** Undefined when it is not installed. */
export async function openContender(name: ContenderName): Promise<OpenContender | undefined> {
  const state = { child: await start(name), peak: 0 };
  if (state.child === undefined) return undefined;
  const notePeak = (): number => (state.peak = Math.max(state.peak, peakOf(state.child?.pid ?? 0)));
  return {
    async convert(job) {
      state.child ??= await start(name);
      const child = state.child;
      if (child?.pid === undefined) return { error: 'It did not start again', cpuSeconds: 0, wallMs: 0 };
      const before = cpuSeconds([child.pid]);
      const from = performance.now();
      const reply = await ask(child, job, TIMEOUT_MS);
      const wallMs = performance.now() - from;
      const cost = { cpuSeconds: Math.max(0, cpuSeconds([child.pid]) - before), wallMs };
      if (reply?.type === 'converted') return { ...cost, markdown: reply.markdown };
      if (reply?.type === 'failed') return { ...cost, error: reply.error };
      notePeak();
      child.kill('SIGKILL');
      state.child = undefined;
      const error = wallMs >= TIMEOUT_MS ? `It took more than ${TIMEOUT_MS / 1_000} s` : 'Its process ended';
      return { ...cost, error };
    },
    peakBytes: notePeak,
    async [Symbol.asyncDispose]() {
      state.child?.kill('SIGKILL');
    },
  };
}

async function start(name: ContenderName): Promise<ChildProcess | undefined> {
  const child = fork(SCRIPT, [name], {
    // With room for the young, as the service starts its readers.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const reply = await ask(child, undefined, START_MS);
  if (reply?.type === 'ready') return child;
  child.kill('SIGKILL');
  if (reply?.type === 'missing') process.stderr.write(`${name}: ${reply.why.split('\n')[0]}\n`);
  return undefined;
}

/** Its next message; undefined when it ends or says nothing in time. */
async function ask(
  child: ChildProcess,
  job: ConvertJob | undefined,
  timeoutMs: number,
): Promise<ContenderMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<ContenderMessage | undefined>();
  const onEnd = (): void => resolve(undefined);
  const timer = setTimeout(onEnd, timeoutMs);
  child.once('message', resolve).once('exit', onEnd);
  if (job !== undefined) child.send(job, () => undefined);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onEnd);
  }
}

/** "High water mark" of proc_pid_status(5). */
function peakOf(pid: number): number {
  try {
    return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  } catch {
    return 0;
  }
}
