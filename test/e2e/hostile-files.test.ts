import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { after, before, describe, test } from 'node:test';
import { mutateFile } from '../../bench/documents/robustness/mutate-file.ts';
import { processTree } from '../../bench/process-tree.ts';
import { pdfOptionsOf } from '../../src/scraper/convert/read-document.ts';
import { Deadline } from '../../src/lib/time/deadline.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import { ServiceError } from '../../src/lib/service-error.ts';
import type { DocumentKind } from '../../src/readers/document-files.ts';
import { openReaderPool, type ReaderPool } from '../../src/readers/process/reader-pool.ts';
import { eventually } from '../support/eventually.ts';
import { pickSize } from '../support/pick-size.ts';
import { hostileFiles } from '../support/documents/hostile/index.ts';
import { SAMPLE_FILES } from '../support/documents/sample-files.ts';

/** The time of a file that must give its text, on a machine that is busy. */
const TIMEOUT_MS = 120_000;
/** The time of a file that may run out of it, and of one that would use any. */
const ENOUGH_MS = pickSize(60_000, 6_000);
const ENDLESS_MS = pickSize(700, 6_000);
/** What a text may take, or an answer come after its deadline. */
const MOST_MS = 15_000;
/** Beyond that, so often what an honest file takes in the same run. */
const ROOM = 20;
/** Of each sample; more are read by `npm run bench:documents -- --fuzz N`. */
const MUTATIONS = pickSize(10, 40);
const PICTURE_MUTATIONS = pickSize(2, 5);

describe('files that were made to hurt', () => {
  let pool: ReaderPool;
  let earlier: ReadonlySet<number>;

  before(() => {
    earlier = new Set(ownProcesses());
    const maxProcesses = Math.min(4, availableParallelism());
    pool = openReaderPool({ maxProcesses, idleMs: 60_000, ocrLanguages: ['eng'], log: silentLog });
  });
  after(() => pool?.[Symbol.asyncDispose]());

  /** How it ended: `content`, or the code of an error; a bug is thrown. */
  async function read(bytes: Buffer, kind: DocumentKind, timeoutMs = TIMEOUT_MS): Promise<string> {
    const pdf = { ...pdfOptionsOf([]), mode: 'fast' } as const;
    using deadline = new Deadline(timeoutMs);
    try {
      await pool.read({ bytes, kind, pdf, hasImages: true }, deadline);
      return 'content';
    } catch (error) {
      if (error instanceof ServiceError) return error.code;
      throw error;
    }
  }

  /** As many at a time as there are processes. */
  async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const queue = [...items];
    const next = async (): Promise<void> => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next));
  }

  async function readHonestFile(): Promise<number> {
    const { bytes, kind } = SAMPLE_FILES[0]!;
    const from = performance.now();
    assert.equal(await read(bytes, kind), 'content');
    return performance.now() - from;
  }

  test('each ends in text or in a clear error, in time', { timeout: 900_000 }, async (t) => {
    const problems: string[] = [];
    const times: Array<{ name: string; beyondMs: number }> = [];
    await readHonestFile();
    let honestMs = await readHonestFile();
    await each(hostileFiles, async ({ name, kind, make, expect, isEndless = false }) => {
      const bytes = make();
      // A reader that is still to be started would take the whole of so short a time, and the file would not be read.
      if (isEndless) await readHonestFile();
      const from = performance.now();
      const timeoutMs = isEndless ? ENDLESS_MS : expect === 'content' ? TIMEOUT_MS : ENOUGH_MS;
      const end = await read(bytes, kind, timeoutMs).catch((error: unknown) => `a bug: ${String(error)}`);
      const tookMs = performance.now() - from;
      t.diagnostic(`${name}: ${end} (${tookMs.toFixed(0)} ms)`);
      const isExpected = /^(?:content|SCRAPE_(?:DOCUMENT|PDF)_\w+|SCRAPE_TIMEOUT)$/.test(end);
      const isWrong =
        (expect === 'content' && end !== 'content') || (expect === 'error' && end === 'content');
      if (!isExpected || isWrong) problems.push(`${name}: ${end}`);
      times.push({ name, beyondMs: expect === 'content' ? tookMs : tookMs - timeoutMs });
    });
    for (let count = 0; count < 3; count++) honestMs = Math.max(honestMs, await readHonestFile());
    const mostMs = MOST_MS + ROOM * honestMs;
    for (const { name, beyondMs } of times)
      if (beyondMs > mostMs) problems.push(`${name}: ${beyondMs.toFixed(0)} ms`);
    assert.deepEqual(problems, []);
  });

  test('honest files are read after them as before', async () => {
    for (const { bytes, kind, name } of SAMPLE_FILES) assert.equal(await read(bytes, kind), 'content', name);
  });

  test('changed bytes do no harm', async () => {
    const problems: string[] = [];
    const mutations = SAMPLE_FILES.flatMap((sample) =>
      Array.from({ length: sample.kind === 'image' ? PICTURE_MUTATIONS : MUTATIONS }, (_, seed) => ({
        ...sample,
        seed,
      })),
    );
    await each(mutations, async ({ name, kind, bytes, seed }) => {
      const end = await read(await mutateFile(bytes, seed), kind).catch((error: unknown) => String(error));
      if (
        !/^(?:content|SCRAPE_DOCUMENT_(?:DAMAGED|EMPTY|ENCRYPTED|TOO_COMPLEX)|SCRAPE_PDF_OCR_REQUIRED|SCRAPE_UNSUPPORTED_FILE_ERROR)$/.test(
          end,
        )
      )
        problems.push(`${name} with seed ${seed}: ${end}`);
    });
    assert.deepEqual(problems, []);
  });

  test('no process is left', async () => {
    await pool[Symbol.asyncDispose]();
    // One that was killed a moment ago is listed until it has been waited for.
    await eventually(async () =>
      assert.deepEqual(
        ownProcesses().filter((pid) => !earlier.has(pid)),
        [],
      ),
    );
  });
});

/** This process and its descendants, without the services that other tests of this run have started. */
function ownProcesses(): number[] {
  const services = new Set(processTree(process.pid).filter(isService).flatMap(processTree));
  return processTree(process.pid).filter((pid) => !services.has(pid));
}

function isService(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/src/main.ts\0');
  } catch {
    return false;
  }
}
