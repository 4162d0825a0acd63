import { statfs } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import type { Config } from '../config.ts';
import { systemClock } from '../lib/time/clock.ts';
import { openBlobStore } from '../store/blobs/open-blob-store.ts';
import { requireDataFolder } from '../store/data-folder.ts';
import { openDatabase } from '../store/database.ts';
import { describeDatabase } from '../store/describe-database.ts';
import { messageOf, type DoctorContext, type DoctorFinding } from './finding.ts';

type Context = Pick<DoctorContext, 'config' | 'log' | 'signal'>;

/** A new database takes some 60 MB, and grows by its journal as soon as it works. */
const DATABASE_NEEDS_BYTES = 200_000_000;
/** The browser and its fonts, unpacked, beside it. */
const BROWSER_NEEDS_BYTES = 300_000_000;

export async function checkDataFolder({ config }: Context): Promise<DoctorFinding> {
  const part = 'Data folder';
  try {
    await requireDataFolder(config.dataDir);
    const free = await freeBytes(config);
    const needed = config.database.url === undefined ? DATABASE_NEEDS_BYTES : 0;
    const note = `${config.dataDir}, ${inMegabytes(free)} free (DECANT_DATA_DIR)`;
    return free < needed
      ? { part, state: 'problem', note: `${note}: the database needs ${inMegabytes(needed)}` }
      : { part, state: 'ok', note };
  } catch (error) {
    return { part, state: 'problem', note: messageOf(error) };
  }
}

/** Whether there is room to unpack a browser; a diagnosis must not fill the disk. */
export async function hasRoomForBrowser(config: Config): Promise<boolean> {
  return (await freeBytes(config)) > BROWSER_NEEDS_BYTES;
}

/** Our own is started, unless a service runs it already; that of others is asked for its version. */
export async function checkDatabase({ config, log, signal }: Context): Promise<DoctorFinding> {
  const part = 'Database';
  const { url } = config.database;
  try {
    const note = await describeDatabase({ url, dataDir: config.dataDir, signal, log });
    if (url !== undefined) return { part, state: 'ok', note: `${note} (DATABASE_URL)` };
    if ((await freeBytes(config)) < DATABASE_NEEDS_BYTES)
      return { part, state: 'problem', note: `${note} was not started: the disk is full` };
    await using db = await openDatabase({
      dataDir: config.dataDir,
      maxConnections: 1,
      canJoin: true,
      signal,
      log,
    });
    const how = db.isShared ? 'runs' : 'was started';
    return { part, state: 'ok', note: `${note} ${how} (DATABASE_URL)` };
  } catch (error) {
    return { part, state: 'problem', note: messageOf(error) };
  }
}

/** Writes a few bytes and reads them again. */
export async function checkBlobStore({ config, log, signal }: Context): Promise<DoctorFinding> {
  const part = 'Blob store';
  const place = describeLocation(config);
  try {
    await using store = openBlobStore({
      ...config.blobs,
      dataDir: config.dataDir,
      ownPorts: () => [],
      clock: systemClock,
      log,
    });
    const bytes = Buffer.from(`decant doctor ${randomUUID()}`);
    const key = await store.put({ contentType: 'text/plain', bytes }, signal);
    if (!(await store.has(key, signal)))
      return { part, state: 'problem', note: `${place} has not what was written to it (DECANT_BLOB_STORE)` };
    return { part, state: 'ok', note: `${place} takes files (DECANT_BLOB_STORE)` };
  } catch (error) {
    // Pages work without it, those with pictures and sound do not; a location that nobody understands stops a start.
    const isSetting = error instanceof Error && error.name === 'ConfigError';
    const reason = messageOf(error);
    return {
      part,
      state: isSetting ? 'problem' : 'missing',
      note: isSetting ? reason : `${place}: ${reason} (DECANT_BLOB_STORE)`,
    };
  }
}

/** Without the options of a bucket. */
function describeLocation({ blobs, dataDir }: Config): string {
  return blobs.location?.split('?', 1)[0] ?? `blobs in ${dataDir}`;
}

async function freeBytes({ dataDir }: Config): Promise<number> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize;
}

function inMegabytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
