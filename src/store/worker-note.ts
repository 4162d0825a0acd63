import { createHmac } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { processStartTime } from './process-identity.ts';

export interface NoteOptions {
  dataDir: string;
  /** Settings may hold passwords: only digests that need the secret are written. */
  secret: string;
  settings: ReadonlyMap<string, string>;
}

/** A process that works on the jobs of a data folder, as it has told the others. */
export interface WorkerNote {
  pid: number;
  /** Names of settings that were given here and are others there. */
  differing: string[];
}

interface StoredNote {
  pid: number;
  startedAt: string | undefined;
  settings: Record<string, string>;
}

/** Tells other processes of this machine who works on jobs and with which settings, until it is disposed. */
export async function writeWorkerNote(options: NoteOptions): Promise<AsyncDisposable> {
  const file = fileOf(options.dataDir);
  const draft = `${file}.${process.pid}`;
  // The number of a process is given again, its number with its time is not.
  const startedAt = processStartTime(process.pid);
  const note: StoredNote = { pid: process.pid, startedAt, settings: digestsOf(options) };
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 });
  await rename(draft, file);
  return {
    async [Symbol.asyncDispose]() {
      if ((await readStored(file))?.pid === process.pid) await rm(file, { force: true });
    },
  };
}

/** The process that works on jobs of this data folder; undefined when none has told of itself, or it is gone. */
export async function readWorkerNote(options: NoteOptions): Promise<WorkerNote | undefined> {
  const stored = await readStored(fileOf(options.dataDir));
  if (stored?.startedAt === undefined) return undefined;
  if (processStartTime(stored.pid) !== stored.startedAt) return undefined;
  const differing = Object.entries(digestsOf(options))
    .filter(([name, digest]) => stored.settings[name] !== digest)
    .map(([name]) => name);
  return { pid: stored.pid, differing };
}

function fileOf(dataDir: string): string {
  return path.join(dataDir, 'worker.json');
}

function digestsOf({ secret, settings }: NoteOptions): Record<string, string> {
  return Object.fromEntries(
    [...settings].map(([name, text]) => [
      name,
      createHmac('sha256', secret).update(`${name}=${text}`).digest('base64url').slice(0, 22),
    ]),
  );
}

async function readStored(file: string): Promise<StoredNote | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as StoredNote;
  } catch {
    return undefined;
  }
}
