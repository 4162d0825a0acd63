import { randomBytes } from 'node:crypto';
import type { CodeCall, CodeOutcome } from '../code-runner.ts';
import type { FromRunner } from './runner-messages.ts';
import type { RunnerEnd, RunnerProcess } from './runner-process.ts';

type DoneMessage = Extract<FromRunner, { type: 'done' }>;

/** How a call ended: its runner lives on, has ended by itself, or took too long and is being killed. */
export type OrderEnd =
  | { how: 'done'; outcome: CodeOutcome }
  | { how: 'ended'; outcome: CodeOutcome }
  | { how: 'late'; outcome: CodeOutcome };

/** One call in a runner's process: the order, its end, its output. */
export interface RunningOrder {
  readonly runner: RunnerProcess;
  /** To be called with the runner's word that a call is done. */
  onDone(message: DoneMessage): void;
  /** To be called when the runner has ended. */
  onRunnerEnd(end: RunnerEnd): Promise<void>;
  readonly ended: Promise<OrderEnd>;
}

const KILLED = 137;
const SIGNALS: Readonly<Record<string, number>> = {
  SIGABRT: 134,
  SIGBUS: 135,
  SIGFPE: 136,
  SIGKILL: KILLED,
  SIGSEGV: 139,
  SIGSYS: 159,
  SIGTERM: 143,
  SIGTRAP: 133,
};
/** Output of a process that has ended is in its pipes. */
const LAST_OUTPUT_MS = 2_000;

/** Starts a call; rejects with the signal's reason when that aborts, and kills the runner then. */
export function runOrder(runner: RunnerProcess, id: number, call: CodeCall): RunningOrder {
  const mark = `\0${randomBytes(12).toString('hex')}\0`;
  const output = runner.beginOutput(mark);
  const done = Promise.withResolvers<OrderEnd>();
  let isOver = false;
  const finish = (how: OrderEnd['how'], parts: Omit<CodeOutcome, 'stdout' | 'stderr'>, words = ''): void => {
    // The streams belong to the next call by then.
    if (isOver) return;
    isOver = true;
    const { stdout, stderr } = output.take();
    done.resolve({ how, outcome: { stdout, stderr: joinLines(stderr, words), ...parts } });
  };
  const onLate = (): void => {
    runner.kill('the call took too long');
    const words = `The code was ended after ${call.timeoutMs / 1_000} s. Its variables are lost; the page stays as it is.`;
    finish('late', { result: '', exitCode: KILLED, isKilled: true }, words);
  };
  const onAbort = (): void => {
    runner.kill('its caller does not wait for it');
    isOver = true;
    done.reject(call.signal.reason);
  };
  const timer = setTimeout(onLate, call.timeoutMs);
  call.signal.addEventListener('abort', onAbort, { once: true });
  if (call.signal.aborted) onAbort();
  else runner.tell({ type: 'run', id, language: call.language, code: call.code, mark });
  return {
    runner,
    async onRunnerEnd(end) {
      if (isOver) return;
      const late = new Promise((resolve) => setTimeout(resolve, LAST_OUTPUT_MS).unref());
      await Promise.race([output.complete, late]);
      finish('ended', { result: '', exitCode: exitCodeOf(end), isKilled: false }, wordsOf(end));
    },
    onDone(message) {
      if (message.id !== id) return runner.kill('it answered a call that nobody made');
      const { result, exitCode } = message;
      void output.complete.then(() => finish('done', { result, exitCode, isKilled: false }));
    },
    ended: done.promise.finally(() => {
      clearTimeout(timer);
      call.signal.removeEventListener('abort', onAbort);
    }),
  };
}

function exitCodeOf({ code, signal }: RunnerEnd): number {
  return code ?? SIGNALS[signal ?? ''] ?? KILLED;
}

function wordsOf({ code, signal, reason }: RunnerEnd): string {
  if (code !== null) return '';
  return `The code was ended: ${reason ?? `signal ${signal}`}. Its variables are lost; the page stays as it is.`;
}

function joinLines(text: string, words: string): string {
  if (words === '') return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${words}\n`;
}
