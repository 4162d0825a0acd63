import type { FindCage } from '../confine/cage/cage.ts';
import type { Log } from '../lib/log/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { loadOnce } from '../lib/sharing/load-once.ts';
import { createSpare, type Spare } from '../lib/sharing/spare.ts';
import type { CodeLanguage, CodeRunner, CodeRunners, RunnerTools } from './code-runner.ts';
import type { RunnerProcess } from './process/runner-process.ts';
import { openCompiledRunner } from './compiled-runner.ts';
import { createRunnerStart } from './process/start-runner.ts';
import { findPython } from './python/find-python.ts';
import { nodeOrder, pythonOrder } from './runner-orders.ts';
import { SessionCode, type RunnerSupply } from './session-code.ts';
import { findShell } from './shell/find-shell.ts';

export interface CodeRunnersOptions {
  findCage: FindCage;
  log: Log;
  /** A spare that is not used for so long is given up; a minute when absent. */
  spareIdleMs?: number;
}

const SPARE_IDLE_MS = 60_000;
const LOOK_FOR_PYTHON_MS = 200;

const NO_PYTHON =
  'Code in Python needs a python3 from 3.8 on, installed where the service runs (Debian: apt install python3)';
const NO_SHELL =
  'Code in bash needs the package just-bash, which is not installed here: npm ci in the checkout brings it';

/** Makes runners of code; nothing is started before it is asked for, and nothing outside of a cage. */
export function openCodeRunners({
  findCage,
  log,
  spareIdleMs = SPARE_IDLE_MS,
}: CodeRunnersOptions): CodeRunners {
  const open = new Set<CodeRunner>();
  const findPythonOnce = loadOnce(findPython);
  const nodeOrderOnce = loadOnce(nodeOrder);
  /** Beside the work of the first session, so that its first call in Python need not wait for that. */
  let lookingForPython: NodeJS.Timeout | undefined;
  const starting = createRunnerStart(findCage);
  const compiled = openCompiledRunner();
  const startNode = (): Promise<RunnerProcess> =>
    starting.start(async () => ({ ...(await nodeOrderOnce()), compiledCode: await compiled.findOrMake() }));
  const spare = createSpareRunner(startNode, { log, spareIdleMs });
  const supply: RunnerSupply = {
    takeNode: () => spare.take(),
    async startPython() {
      const python = await findPythonOnce();
      if (python === undefined) throw new Error(NO_PYTHON);
      return starting.start(async () => pythonOrder(python));
    },
  };
  return {
    async problem(language: CodeLanguage) {
      const problem = await starting.problem();
      if (problem !== undefined) return problem;
      if (language === 'python' && (await findPythonOnce()) === undefined) return NO_PYTHON;
      return language === 'bash' && findShell() === undefined ? NO_SHELL : undefined;
    },
    warmUp(language) {
      spare.warmUp();
      if (language === 'python') void findPythonOnce();
    },
    async open(tools: RunnerTools) {
      lookingForPython ??= setTimeout(() => void findPythonOnce(), LOOK_FOR_PYTHON_MS).unref();
      const code = new SessionCode(tools, supply);
      const dispose = (): Promise<void> => {
        open.delete(code);
        return code[Symbol.asyncDispose]();
      };
      const runner: CodeRunner = { run: (call) => code.run(call), [Symbol.asyncDispose]: dispose };
      open.add(runner);
      return runner;
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(lookingForPython);
      await Promise.all([
        ...[...open].map((each) => each[Symbol.asyncDispose]()),
        spare[Symbol.asyncDispose](),
        compiled[Symbol.asyncDispose](),
      ]);
    },
  };
}

function createSpareRunner(
  make: () => Promise<RunnerProcess>,
  { log, spareIdleMs }: Required<Pick<CodeRunnersOptions, 'log' | 'spareIdleMs'>>,
): Spare<RunnerProcess> {
  return createSpare({
    make,
    endOf: (runner) => runner.exited,
    async discard(runner) {
      runner.kill('nobody needs it');
      await runner.exited;
    },
    idleMs: spareIdleMs,
    onFailure(error) {
      // Callers are told of a cage that is missing.
      if (!(error instanceof ServiceError)) log.warn('A runner of code did not start', { error });
    },
  });
}
