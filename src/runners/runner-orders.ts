import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CageOrder } from '../confine/cage/cage.ts';
import { findNodeRuntime } from '../confine/cage/runtime-files.ts';
import { ownFile } from '../lib/own-file.ts';
import { PYTHON_FOLDER, type FoundPython } from './python/find-python.ts';
import { findShell, folderOfPackage } from './shell/find-shell.ts';

const MB = 2 ** 20;
const COMMON_LIMITS = { fileBytes: 64 * MB, openFiles: 128, scratchBytes: 64 * MB };
/** Node has mapped 575 MB as data before it does anything. */
const NODE_LIMITS = { ...COMMON_LIMITS, addressSpaceBytes: 8_192 * MB, dataBytes: 1_280 * MB };
const NODE_HEAP_MB = 384;
const NODE_YOUNG_MB = 16;
const PYTHON_LIMITS = { ...COMMON_LIMITS, addressSpaceBytes: 4_096 * MB, dataBytes: 512 * MB };
const PACKAGES = ['playwright-core', 'acorn', 'diff'];

const HERE = path.dirname(fileURLToPath(import.meta.url));

/** The program that drives the browser and runs code in Node and bash. */
export async function nodeOrder(): Promise<CageOrder> {
  const runtime = [...(await findNodeRuntime()), ...nodeCode()];
  return {
    path: process.execPath,
    args: nodeArguments('node-program'),
    env: {},
    runtime,
    limits: NODE_LIMITS,
  };
}

/** Words of Node before a program of `node/`, and after it the file of the shell and where all of the code is. */
export function nodeArguments(program: string): string[] {
  return [
    `--max-old-space-size=${NODE_HEAP_MB}`,
    // Code that is loaded stays: collecting it again and again takes a tenth of the time.
    `--min-semi-space-size=${NODE_YOUNG_MB}`,
    '--disable-warning=ExperimentalWarning',
    ownFile(import.meta.url, `node/${program}`),
    findShell()?.bundle ?? '',
    ...new Set(
      nodeCode()
        .filter((place) => existsSync(place))
        .flatMap((place) => [place, realpathSync(place)]),
    ),
  ];
}

/** Folders and files of all code that the program loads. */
export function nodeCode(): string[] {
  const packages = PACKAGES.map((name) => folderOfPackage(name, import.meta.url));
  return [
    HERE,
    // It says that the files are modules.
    path.join(HERE, '../../package.json'),
    ...packages.filter((folder) => folder !== undefined),
    ...(findShell()?.runtime ?? []),
  ];
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
