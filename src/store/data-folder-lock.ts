import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../lib/service-error.ts';
import { processNamespace, processStartTime } from './process-identity.ts';

/** The process that holds the folder. */
interface Holder {
  pid: number;
  startedAt: string;
  hostname: string;
  namespace: string;
}

export interface LockTiming {
  /** How often a holder shows that it lives. */
  heartbeatMs: number;
  /** A holder that cannot be looked at (another host or container) is dead after this much silence. */
  silenceMs: number;
}

const TIMING: LockTiming = { heartbeatMs: 5_000, silenceMs: 15_000 };

/** How often a process looks that waits for another to remove the file of a dead holder. */
const TURN_MS = 10;

/**
 * Takes a data folder for this process alone and makes the folder when absent. The lock of a dead process is taken over
 * at once, that of another host or container after 15 s without a heartbeat. Rejects with a CONFLICT whose message is
 * one sentence that names the holder.
 */
export async function lockDataFolder(dataDir: string, timing: LockTiming = TIMING): Promise<AsyncDisposable> {
  const path = join(dataDir, 'lock');
  const self = identifySelf();
  await createFolder(dataDir);
  for (;;) {
    const holder = await readHolder(path);
    if (holder === undefined) {
      if (await tryCreate(dataDir, path, self)) break;
    } else {
      if (await isAlive(path, holder, timing)) throw refusal(dataDir, holder);
      await removeStale({ dataDir, path, timing }, holder, self);
    }
  }
  const heartbeat = setInterval(() => void beat(path), timing.heartbeatMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      if (isSame(await readHolder(path), self)) await rm(path, { force: true });
    },
  };
}

function identifySelf(): Holder {
  return {
    pid: process.pid,
    startedAt: processStartTime(process.pid) ?? 'unknown',
    hostname: hostname(),
    namespace: processNamespace(),
  };
}

async function createFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message: `The data folder ${dataDir} cannot be created`,
      cause,
    });
  }
}

/** False when another process has the file. A file that is found is whole, but for disks without second names. */
async function tryCreate(dataDir: string, path: string, self: Holder): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFile(draft, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
    await linkOrCopy(draft, path);
    return true;
  } catch (cause) {
    const code = codeOf(cause);
    if (code === 'EEXIST') return false;
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message:
        code === 'ENOSPC'
          ? `The disk of the data folder ${dataDir} is full`
          : `The data folder ${dataDir} cannot be written`,
      cause,
    });
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives the file its second name, or a copy where the disk knows no second names. Rejects with EEXIST when there is one. */
async function linkOrCopy(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    await copyFile(draft, path, constants.COPYFILE_EXCL);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Undefined when the file has gone meanwhile. A file that stays unreadable belongs to nobody. */
async function readHolder(path: string): Promise<Holder | undefined> {
  // Where the file is a copy, the process that made it writes into it in the next moment.
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
      return { pid: 0, startedAt: '', hostname: '', namespace: '', ...holder };
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      await sleep(20);
    }
  }
  return { pid: 0, startedAt: '', hostname: hostname(), namespace: processNamespace() };
}

async function isAlive(path: string, holder: Holder, timing: LockTiming): Promise<boolean> {
  if (holder.hostname === hostname() && holder.namespace === processNamespace()) {
    return holder.pid > 0 && processStartTime(holder.pid) === holder.startedAt;
  }
  return isHeardOf(path, timing);
}

/** Watches for a heartbeat until the silence has lasted long enough. Waiting beats refusing: a container that was killed
 * and starts again finds its own lock of a moment ago. */
async function isHeardOf(path: string, { heartbeatMs, silenceMs }: LockTiming): Promise<boolean> {
  const first = await modifiedAt(path);
  for (;;) {
    // Read before the look: what was not heard because this process stood still is heard now.
    const isSilenceOver = Date.now() - first >= silenceMs;
    const latest = await modifiedAt(path);
    if (latest === 0) return false;
    if (latest !== first) return true;
    if (isSilenceOver) return false;
    await sleep(heartbeatMs / 5);
  }
}

/** 0 when there is no such file. */
async function modifiedAt(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs;
  } catch {
    return 0;
  }
}

/**
 * Removes the file of a dead holder, or waits a moment while another process does. They take turns: between a look at the
 * file and its end nobody else may remove it and make a new one, which then would go.
 */
async function removeStale({ dataDir, path, timing }: LockedFile, dead: Holder, self: Holder): Promise<void> {
  const turn = `${path}.turn`;
  if (await tryCreate(dataDir, turn, self)) {
    if (isSame(await readHolder(path), dead)) await rm(path, { force: true });
    await rm(turn, { force: true });
    return;
  }
  const other = await readHolder(turn);
  // Killed in its turn.
  if (other !== undefined && !(await isAlive(turn, other, timing))) await rm(turn, { force: true });
  else await sleep(TURN_MS);
}

interface LockedFile {
  dataDir: string;
  path: string;
  timing: LockTiming;
}

function isSame(a: Holder | undefined, b: Holder): boolean {
  return (
    a?.pid === b.pid &&
    a.startedAt === b.startedAt &&
    a.hostname === b.hostname &&
    a.namespace === b.namespace
  );
}

async function beat(path: string): Promise<void> {
  const now = new Date();
  // A failed beat (folder unmounted, disk gone) shows in everything else that the folder is for.
  await utimes(path, now, now).catch(() => undefined);
}

function refusal(dataDir: string, { pid, hostname: host }: Holder): ServiceError {
  const where = host === hostname() ? '' : ` on ${host}`;
  return new ServiceError('CONFLICT', {
    message: `The data folder ${dataDir} is in use by process ${pid}${where}: stop it or choose another DECANT_DATA_DIR`,
  });
}
