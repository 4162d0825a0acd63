import { link, mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
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

/**
 * Takes a data folder for this process alone and makes the folder when absent. The lock of a dead process is taken over
 * at once, that of another host or container after 15 s without a heartbeat. Rejects with a CONFLICT whose message is
 * one sentence that names the holder.
 */
export async function lockDataFolder(dataDir: string, timing: LockTiming = TIMING): Promise<AsyncDisposable> {
  const path = join(dataDir, 'lock');
  const self = identifySelf();
  await createFolder(dataDir);
  while (!(await tryCreate(dataDir, path, self))) {
    const holder = await readHolder(path);
    if (holder === undefined) continue;
    if (await isAlive(path, holder, timing)) throw refusal(dataDir, holder);
    await removeStale(path, holder);
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

/** False when another process has the file. */
async function tryCreate(dataDir: string, path: string, self: Holder): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(JSON.stringify(self));
    } finally {
      await file.close();
    }
    return true;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'EEXIST') return false;
    if (code === 'ENOSPC') {
      await rm(path, { force: true });
      throw new ServiceError('SERVICE_UNAVAILABLE', {
        message: `The disk of the data folder ${dataDir} is full`,
        cause,
      });
    }
    throw new ServiceError('SERVICE_UNAVAILABLE', {
      message: `The data folder ${dataDir} cannot be written`,
      cause,
    });
  }
}

/** Undefined when the file has gone meanwhile. A file that stays unreadable belongs to nobody. */
async function readHolder(path: string): Promise<Holder | undefined> {
  // The process that created the file writes into it in the next moment.
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      const holder = JSON.parse(await readFile(path, 'utf8')) as Partial<Holder>;
      return { pid: 0, startedAt: '', hostname: '', namespace: '', ...holder };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
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
  while (Date.now() - first < silenceMs) {
    await sleep(heartbeatMs / 5);
    const latest = await modifiedAt(path);
    if (latest === 0) return false;
    if (latest !== first) return true;
  }
  return false;
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
 * Removes the file of a dead holder. When several processes find it, one removes it and none removes a new holder's.
 */
async function removeStale(path: string, holder: Holder): Promise<void> {
  const aside = `${path}.${process.pid}.stale`;
  try {
    await rename(path, aside);
  } catch {
    return; // Another process was faster.
  }
  if (!isSame(await readHolder(aside), holder)) {
    // Between looking and moving the file became someone's: give it back.
    await link(aside, path).catch(() => undefined);
  }
  await rm(aside, { force: true });
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
