import { randomBytes } from 'node:crypto';
import { mkdtempDisposable, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { silentLog } from '../src/lib/log/log.ts';
import { openDatabase } from '../src/store/database.ts';
import { median } from './statistics.ts';

/** About what a scrape of 100 KB leaves: document and page, compressed. */
const ROW_BYTES = 32_000;

export interface DurableCommit {
  /** Median ms of writing so many bytes to a file and of `fdatasync`. */
  syncMs: number;
  /** Median ms of a one-row statement on the embedded PostgreSQL, with all that makes it durable. */
  commitMs: number;
}

/** What it costs on this disk to have something written for good before the caller hears of it. */
export async function measureDurableCommit(rows: number, signal: AbortSignal): Promise<DurableCommit> {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-bench-'));
  const content = randomBytes(ROW_BYTES);

  async function timed(work: () => Promise<unknown>): Promise<number> {
    const times: number[] = [];
    for (let row = 0; row < rows; row++) {
      signal.throwIfAborted();
      const from = performance.now();
      await work();
      times.push(performance.now() - from);
    }
    return median(times);
  }

  await using file = await open(path.join(folder.path, 'file'), 'w');
  const syncMs = await timed(async () => {
    await file.write(content);
    await file.datasync();
  });
  await using db = await openDatabase({ dataDir: path.join(folder.path, 'data'), log: silentLog });
  await db.query('create table bench_row (content bytea)');
  const commitMs = await timed(() => db.query('insert into bench_row values ($1)', [content]));
  return { syncMs, commitMs };
}
