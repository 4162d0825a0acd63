import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Cage, CageOrder, FindCage } from '../confine/cage.ts';
import { findNodeRuntime } from '../confine/runtime-files.ts';
import type { Log } from '../lib/log.ts';
import { createSpare } from '../lib/spare.ts';
import type { CodeLanguage, CodeRunner, CodeRunners, RunnerTools } from './code-runner.ts';
import { awaitMessage } from './process/await-message.ts';
import { RunnerProcess } from './process/runner-process.ts';
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
  const cage = async (): Promise<Cage> => {
    const found = await findCage();
    if ('problem' in found) throw new Error(found.problem);
    return found;
  };
  const spare = createSpare({
    make: async () => startReady(await cage(), await nodeOrderOnce()),
    endOf: (runner) => runner.exited,
    async discard(runner) {
      runner.kill('nobody needs it');
      await runner.exited;
    },
    idleMs: spareIdleMs,
    onFailure: (error) => log.warn('A runner of code did not start', { error }),
  });
  const supply: RunnerSupply = {
    takeNode: () => spare.take(),
    async startPython() {
      const python = await findPythonOnce();
      if (python === undefined) throw new Error(NO_PYTHON);
      return startReady(await cage(), pythonOrder(python));
    },
  };
  return {
    async problem(language: CodeLanguage) {
      const found = await findCage();
      if ('problem' in found) return found.problem;
      if (language === 'python' && (await findPythonOnce()) === undefined) return NO_PYTHON;
      return language === 'bash' && findShell() === undefined ? NO_SHELL : undefined;
    },
    warmUp: () => spare.warmUp(),
    async open(tools: RunnerTools) {
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
      await Promise.all([
        ...[...open].map((each) => each[Symbol.asyncDispose]()),
        spare[Symbol.asyncDispose](),
      ]);
    },
  };
}

async function startReady(cage: Cage, order: CageOrder): Promise<RunnerProcess> {
  const runner = await RunnerProcess.start(cage, order);
  await awaitMessage(runner, 'ready', (onControl) => runner.listen({ onControl }));
  return runner;
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
