import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CageOrder, FindCage } from '../confine/cage.ts';
import { findNodeRuntime } from '../confine/runtime-files.ts';
import type { Log } from '../lib/log.ts';
import { ServiceError } from '../lib/service-error.ts';
import { createSpare } from '../lib/spare.ts';
import type { CodeLanguage, CodeRunner, CodeRunners, RunnerTools } from './code-runner.ts';
import { createRunnerStart } from './process/start-runner.ts';
import { findPython, PYTHON_FOLDER, type FoundPython } from './python/find-python.ts';
import { SessionCode, type RunnerSupply } from './session-code.ts';
import { findShell, folderOfPackage } from './shell/find-shell.ts';

export interface CodeRunnersOptions {
  findCage: FindCage;
  log: Log;
  /** A spare that is not used for so long is given up; a minute when absent. */
  spareIdleMs?: number;
}

const MB = 2 ** 20;
const COMMON_LIMITS = { fileBytes: 64 * MB, openFiles: 128, scratchBytes: 64 * MB };
/** Node has mapped 575 MB as data before it does anything. */
const NODE_LIMITS = { ...COMMON_LIMITS, addressSpaceBytes: 8_192 * MB, dataBytes: 1_280 * MB };
const NODE_HEAP_MB = 384;
const PYTHON_LIMITS = { ...COMMON_LIMITS, addressSpaceBytes: 4_096 * MB, dataBytes: 512 * MB };
const SPARE_IDLE_MS = 60_000;
const LOOK_FOR_PYTHON_MS = 200;

const PACKAGES = ['playwright-core', 'acorn', 'diff'];
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
  const findPythonOnce = once(findPython);
  const nodeOrderOnce = once(nodeOrder);
  /** Beside the work of the first session, so that its first call in Python need not wait for that. */
  let lookingForPython: NodeJS.Timeout | undefined;
  const starting = createRunnerStart(findCage);
  const spare = createSpare({
    make: () => starting.start(nodeOrderOnce),
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
      ]);
    },
  };
}

async function nodeOrder(): Promise<CageOrder> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const ending = path.extname(fileURLToPath(import.meta.url));
  const shell = findShell();
  const packages = PACKAGES.map((name) => folderOfPackage(name, import.meta.url));
  return {
    path: process.execPath,
    args: [
      `--max-old-space-size=${NODE_HEAP_MB}`,
      '--disable-warning=ExperimentalWarning',
      path.join(here, 'node', `node-program${ending}`),
      shell?.bundle ?? '',
    ],
    env: {},
    runtime: [
      ...(await findNodeRuntime()),
      here,
      // It says that the files are modules.
      path.join(here, '../../package.json'),
      ...packages.filter((folder) => folder !== undefined),
      ...(shell?.runtime ?? []),
    ],
    limits: NODE_LIMITS,
  };
}

function pythonOrder({ executable, runtime }: FoundPython): CageOrder {
  return {
    path: executable,
    args: ['-I', '-S', '-B', '-X', 'utf8', path.join(PYTHON_FOLDER, 'runner.py')],
    env: {},
    runtime: [...runtime, PYTHON_FOLDER],
    limits: PYTHON_LIMITS,
  };
}

function once<Value>(find: () => Promise<Value>): () => Promise<Value> {
  let found: Promise<Value> | undefined;
  return () => (found ??= find());
}
