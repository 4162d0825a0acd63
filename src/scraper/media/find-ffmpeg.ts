import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canHoldPrograms, type Walls } from '../../confine/kernel/walls.ts';
import { findProgram } from './find-program.ts';
import { runProgram } from './run-program.ts';

/** One that is used, or why there is none. */
export type FoundFfmpeg = { path: string } | { problem: string };

const PROBE_MS = 10_000;
const PROBE_BYTES = 1_000_000;

/**
 * Finds the ffmpeg that the operator names, whether it is there or not; else one of the search path, provided that
 * walls hold it: it works on strangers' files.
 */
export async function findFfmpeg(
  { ffmpegPath, searchPath = '' }: { ffmpegPath: string | undefined; searchPath: string | undefined },
  walls: Walls,
): Promise<FoundFfmpeg> {
  if (ffmpegPath !== undefined) return { path: ffmpegPath };
  const path = await findProgram('ffmpeg', searchPath);
  if (path === undefined) return { problem: 'none' };
  if (!canHoldPrograms(walls)) return { problem: `${path} is not used unasked: nothing here can hold it` };
  if (!(await runsConfined(path, walls))) return { problem: `${path} is not used: it does not run confined` };
  return { path };
}

async function runsConfined(path: string, walls: Walls): Promise<boolean> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-ffmpeg-'));
  const call = { path, args: ['-version'], env: {}, programs: [], folder: folder.path, walls };
  const signal = AbortSignal.timeout(PROBE_MS);
  try {
    await runProgram({ ...call, maxFileBytes: PROBE_BYTES, timeoutMs: PROBE_MS, signal });
    return true;
  } catch {
    return false;
  }
}
