import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { RequestedPdf } from '../../../src/contract/options/parsers.ts';
import { Deadline } from '../../../src/lib/time/deadline.ts';
import { silentLog } from '../../../src/lib/log/log.ts';
import { ServiceError } from '../../../src/lib/service-error.ts';
import { openReaderPool, type ReaderPool } from '../../../src/readers/process/reader-pool.ts';
import type { HostileFile } from '../../../test/support/documents/hostile/hostile-file.ts';
import { hostileFiles } from '../../../test/support/documents/hostile/index.ts';
import { processTree } from '../../process-tree.ts';
import type { SectionReport } from '../../section.ts';
import { residentBytes, watchMemory } from './watch-memory.ts';

interface HostileOptions {
  timeoutMs: number;
  /** How PDFs are read: `fast` never recognises text in pictures. */
  mode: RequestedPdf['mode'];
  /** Only files whose names contain it; all when empty. */
  name: string;
  signal: AbortSignal;
}

interface HostileResult {
  name: string;
  outcome: string;
  isExpected: boolean;
  wallMs: number;
  peakBytes: number;
}

const GRACE_MS = 1_000;
const MAX_GROWTH_BYTES = 50e6;
const SETTLE_MS = 500;
const MAX_ERROR_LETTERS = 90;

/** Every hostile file through the pool that the service reads files with: what comes of it, when, and at what cost. */
export async function readHostileFiles(
  options: HostileOptions,
): Promise<SectionReport & { isSound: boolean }> {
  const results: HostileResult[] = [];
  const files = hostileFiles.filter(({ name }) => name.includes(options.name));
  // What making them leaves behind is not what reading them costs.
  for (const { make } of files) make();
  collectGarbage();
  const before = residentBytes(process.pid);
  {
    using memory = watchMemory();
    await using pool = openReaderPool({
      maxProcesses: 1,
      idleMs: 60_000,
      ocrLanguages: ['eng'],
      log: silentLog,
    });
    for (const file of files) {
      options.signal.throwIfAborted();
      memory.takePeak();
      const result = await readOne(pool, file, options);
      results.push({ ...result, peakBytes: memory.takePeak() });
    }
  }
  await sleep(SETTLE_MS);
  collectGarbage();
  const growth = residentBytes(process.pid) - before;
  const left = processTree(process.pid).length - 1;
  const wrong = results.filter(({ isExpected }) => !isExpected);
  return {
    isSound: wrong.length === 0 && left === 0,
    raw: { results, growthBytes: growth, processesLeft: left },
    tables: [
      {
        title: `Hostile files: ${results.length}, ${options.timeoutMs / 1_000} s each`,
        columns: ['file', 'outcome', 'ms', 'peak MB', ''],
        textColumns: 2,
        rows: results.map(({ name, outcome, wallMs, peakBytes, isExpected }) => [
          name,
          outcome,
          wallMs.toFixed(0),
          (peakBytes / 1e6).toFixed(0),
          isExpected ? '' : 'WRONG',
        ]),
        notes: [
          `${wrong.length} not as they should be; ${left} processes left; this process has grown by ${(growth / 1e6).toFixed(0)} MB (bar: < ${MAX_GROWTH_BYTES / 1e6})`,
        ],
      },
    ],
  };
}

/** What is left is what somebody holds. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

async function readOne(
  pool: ReaderPool,
  { kind, make, expect, name }: HostileFile,
  { timeoutMs, mode, signal }: HostileOptions,
): Promise<Omit<HostileResult, 'peakBytes'>> {
  const bytes = make();
  using deadline = new Deadline(timeoutMs, signal);
  const from = performance.now();
  try {
    const pdf = { type: 'pdf', mode, pages: false, blocks: false, pageMarkers: false } as const;
    const content = await pool.read({ bytes, kind, pdf, hasImages: false }, deadline);
    const wallMs = performance.now() - from;
    const letters =
      content.html.length + (content.pages ?? []).reduce((sum, page) => sum + page.html.length, 0);
    const outcome = `${letters} letters of HTML; ${content.warnings.join(' ')}`.slice(0, MAX_ERROR_LETTERS);
    return { name, outcome, wallMs, isExpected: expect !== 'error' && wallMs < timeoutMs + GRACE_MS };
  } catch (error) {
    const wallMs = performance.now() - from;
    if (!(error instanceof ServiceError)) {
      return {
        name,
        outcome: `BUG: ${String(error)}`.slice(0, MAX_ERROR_LETTERS),
        wallMs,
        isExpected: false,
      };
    }
    const outcome = `${error.code}: ${error.message}`.slice(0, MAX_ERROR_LETTERS);
    return { name, outcome, wallMs, isExpected: expect !== 'content' && wallMs < timeoutMs + GRACE_MS };
  }
}
