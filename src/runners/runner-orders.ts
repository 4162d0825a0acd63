import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CageOrder } from '../confine/cage.ts';
import { findNodeRuntime } from '../confine/runtime-files.ts';
import { PYTHON_FOLDER, type FoundPython } from './python/find-python.ts';
import { findShell, folderOfPackage } from './shell/find-shell.ts';

const MB = 2 ** 20;
const COMMON_LIMITS = { fileBytes: 64 * MB, openFiles: 128, scratchBytes: 64 * MB };
/** Node has mapped 575 MB as data before it does anything. */
const NODE_LIMITS = { ...COMMON_LIMITS, addressSpaceBytes: 8_192 * MB, dataBytes: 1_280 * MB };
const NODE_HEAP_MB = 384;
const PYTHON_LIMITS = { ...COMMON_LIMITS, addressSpaceBytes: 4_096 * MB, dataBytes: 512 * MB };
const PACKAGES = ['playwright-core', 'acorn', 'diff'];

/** The program that drives the browser and runs code in Node and bash. */
export async function nodeOrder(): Promise<CageOrder> {
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

/** The program that runs code in Python. */
export function pythonOrder({ executable, runtime }: FoundPython): CageOrder {
  return {
    path: executable,
    args: ['-I', '-S', '-B', '-X', 'utf8', path.join(PYTHON_FOLDER, 'runner.py')],
    env: {},
    runtime: [...runtime, PYTHON_FOLDER],
    limits: PYTHON_LIMITS,
  };
}
