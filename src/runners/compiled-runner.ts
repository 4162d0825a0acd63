import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { compiledCodeVariables, FOR_PROGRAM, placeOfCompiledCode } from '../confine/compiled-code.ts';
import { nodeArguments, nodeCode } from './runner-orders.ts';

/** The code of Node runners as Node compiled it: half of a runner's start, where that has to compile all of it. */
export interface CompiledRunner extends AsyncDisposable {
  /** The folder of the code as it is now; undefined where there is none yet, or none is kept here. */
  find(): Promise<string | undefined>;
  /** The same; where there is none yet it is made soon, for later. */
  findOrMake(): Promise<string | undefined>;
  /** Makes the folder when there is none, in a process of its own, without code of a session. */
  make(): Promise<void>;
}

const OPEN_TO_READERS = 0o755;
const READABLE = 0o644;
const COMPILE_MS = 120_000;
/** A runner that starts now needs the machine more than the next one. */
const COMPILE_AFTER_MS = 3_000;

/**
 * Looks below the folder that this process keeps compiled code in, which is its user's alone. A runner reads the folder of
 * its own code and no other.
 */
export function openCompiledRunner(place = placeOfCompiledCode()): CompiledRunner {
  let stamp: Promise<string> | undefined;
  let making: Promise<void> | undefined;
  let child: ChildProcess | undefined;
  let soon: NodeJS.Timeout | undefined;
  const folderOf = async (parent: string): Promise<string> =>
    path.join(parent, `${FOR_PROGRAM}${await (stamp ??= stampOf(nodeCode()))}`);

  async function find(): Promise<string | undefined> {
    const folder = place === undefined ? undefined : await folderOf(place);
    return folder !== undefined && (await isThere(folder)) ? folder : undefined;
  }

  async function makeAt(parent: string): Promise<void> {
    const folder = await folderOf(parent);
    if (await isThere(folder)) return;
    // Whole or not at all, whoever else does the same.
    const draft = `${folder}.${process.pid}`;
    // A process with the same number may have been killed.
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft);
    try {
      child = startCompiling(draft);
      const [code] = (await once(child, 'exit')) as [number | null];
      if (code !== 0) return;
      await openToReaders(draft);
      await rename(draft, folder).catch(() => undefined);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  }

  function make(): Promise<void> {
    return (making ??= place === undefined ? Promise.resolve() : makeAt(place).catch(() => undefined));
  }

  return {
    find,
    async findOrMake() {
      const found = await find();
      if (found === undefined) soon ??= setTimeout(() => void make(), COMPILE_AFTER_MS).unref();
      return found;
    },
    make,
    async [Symbol.asyncDispose]() {
      clearTimeout(soon);
      child?.kill('SIGKILL');
      await making;
    },
  };
}

function startCompiling(folder: string): ChildProcess {
  const child = spawn(process.execPath, nodeArguments('compile-program'), {
    env: compiledCodeVariables(folder),
    cwd: '/',
    // It ends with its link.
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    timeout: COMPILE_MS,
    killSignal: 'SIGKILL',
  });
  child.unref();
  child.stdio[3]?.on('error', () => undefined);
  return child;
}

/** Changes with the files that a runner loads. */
async function stampOf(places: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([process.version, nodeArguments(''), places]));
  for (const place of places) {
    const manifest = place.endsWith('package.json') ? place : path.join(place, 'package.json');
    // The files of a package are those of its version.
    const text = await readFile(manifest, 'utf8').catch(() => undefined);
    for (const part of text === undefined ? await filesIn(place) : [text]) hash.update(part);
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  const found = names.map(async (name) => {
    const { size, mtimeMs } = await stat(path.join(folder, name));
    return `${name} ${size} ${mtimeMs} `;
  });
  return Promise.all(found);
}

/** A runner may be another user. The folders above stay as they are: where they are closed, it reads this one in a root of its own. */
async function openToReaders(folder: string): Promise<void> {
  await chmod(folder, OPEN_TO_READERS);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(path.join(entry.parentPath, entry.name), entry.isDirectory() ? OPEN_TO_READERS : READABLE);
}

function isThere(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}
