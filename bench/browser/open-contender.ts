import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cpuSeconds, ownCpuSeconds, processTree } from '../process-tree.ts';
import type { Job, JobResult, ProgramName } from './job.ts';
import type { ProgramOptions } from './programs/program.ts';

const PROCESS = fileURLToPath(new URL('contender-process.ts', import.meta.url));

/** What a contender says: first that it is ready, then one answer to each job. */
interface Message {
  result?: unknown;
  error?: string;
}

/** What a job cost. */
export interface JobCpu {
  /** CPU seconds of the process that drives. */
  node: number;
  /** CPU seconds of all its descendants: the browser. */
  browser: number;
}

/** A program in a process tree of its own. */
export interface Contender extends AsyncDisposable {
  pid: number;
  /** Throws when a page did not come as it should. */
  run<J extends Job>(job: J): Promise<{ result: JobResult<J>; cpu: JobCpu }>;
}

/** Starts a program and its browser; both end when the channel to it closes, however that happens. */
export async function openContender(
  name: ProgramName,
  options: ProgramOptions,
  signal: AbortSignal,
): Promise<Contender> {
  const child = fork(PROCESS, [name, JSON.stringify(options)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const pid = child.pid!;
  const ended = once(child, 'exit');

  async function answer(): Promise<Message> {
    const [message] = (await Promise.race([
      once(child, 'message', { signal }),
      ended.then(() => Promise.reject(new Error(`${name} ended before it answered`))),
    ])) as [Message];
    if (message.error !== undefined) throw new Error(`${name} failed: ${message.error}`);
    return message;
  }

  function readCpu(): JobCpu {
    const node = ownCpuSeconds(pid);
    return { node, browser: cpuSeconds(processTree(pid)) - node };
  }

  const contender: Contender = {
    pid,
    async run<J extends Job>(job: J) {
      const before = readCpu();
      child.send(job);
      const { result } = await answer();
      const after = readCpu();
      const cpu = { node: after.node - before.node, browser: after.browser - before.browser };
      return { result: result as JobResult<J>, cpu };
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
  try {
    await answer();
    return contender;
  } catch (error) {
    await contender[Symbol.asyncDispose]();
    throw error;
  }
}
