import type { CrawlBench, CrawlReport } from '../crawl-section.ts';
import { openCrawlWeb } from '../crawl-web.ts';
import { openDecant } from '../open-decant.ts';
import { sampleMemory } from '../sample-memory.ts';
import type { Memory } from '../../process-tree.ts';
import { median } from '../../statistics.ts';
import { targetCells } from '../../table.ts';

const DEFAULT_PAGES = 20_000;
const SAMPLE_MS = 1_000;
const MEGABYTE = 1024 * 1024;
/** Pages at which memory is told; the first is what the others are held against. */
const MARKS = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
/** Samples around a mark: garbage comes and goes, the middle one says what is held. */
const AROUND = 5;
const MAX_GROWTH = 1.25;

interface Sample {
  pages: number;
  memory: Memory;
}

/** Whether a large crawl holds more memory than a small one. */
export async function memoryGrowth(bench: CrawlBench): Promise<CrawlReport> {
  const { concurrency, latencyMs, environment, signal } = bench;
  const pages = bench.pages ?? DEFAULT_PAGES;
  await using web = await openCrawlWeb({ pages, warmUpPages: 0, latencyMs });
  await using decant = await openDecant({ web, concurrency, environment, signal });
  const samples: Sample[] = [];
  const now = { pages: 0, peakBytes: 0 };
  {
    using sampler = sampleMemory(decant.pid, SAMPLE_MS, (memory) => {
      samples.push({ pages: now.pages, memory });
    });
    await decant.crawl(web.startUrl, pages, {
      onStatus: ({ completed }) => void (now.pages = completed),
    });
    now.peakBytes = sampler.peakBytes();
  }
  const outcome = await decant.outcome();
  const isComplete = outcome.pages === pages && outcome.addresses === pages && outcome.problems.length === 0;
  const marks = [...new Set([...MARKS.filter((mark) => mark < pages), pages])];
  const atMarks = marks.map((mark) => around(samples, mark));
  const first = all(atMarks[0] ?? []);
  const last = all(atMarks.at(-1) ?? []);
  const limit = Math.floor(first * MAX_GROWTH);
  const [bar, , verdict] = targetCells(last, { bar: limit, goal: limit, isMoreBetter: false }, 'MB');
  return {
    isComplete,
    tables: [
      {
        title: `Memory of the service and its database during a crawl of ${pages} pages, proportional set size in MB`,
        columns: ['', 'all', 'service', 'database', 'bar', ''],
        rows: [
          ['before the crawl', ...memoryCells(samples.slice(0, 1)), '', ''],
          ...marks.map((mark, index) => [
            `at page ${mark}`,
            ...memoryCells(atMarks[index] ?? []),
            ...(index > 0 && index === marks.length - 1
              ? [bar, verdict === 'NOT MET' ? verdict : 'flat']
              : ['', '']),
          ]),
        ],
        notes: [
          `each the middle one of the ${AROUND} samples nearest to it, one a second; flat: at most ${MAX_GROWTH} times the first`,
          `at most ${(now.peakBytes / MEGABYTE).toFixed(0)} MB; ${outcome.pages} pages with ${outcome.addresses} addresses came`,
          ...outcome.problems,
        ],
      },
    ],
    raw: { pages, peakBytes: now.peakBytes, samples },
  };
}

function around(samples: readonly Sample[], mark: number): Sample[] {
  const distance = ({ pages }: Sample): number => Math.abs(pages - mark);
  return samples.toSorted((a, b) => distance(a) - distance(b)).slice(0, AROUND);
}

/** Megabytes of all processes. */
function all(samples: readonly Sample[]): number {
  return Math.round(median(samples.map(({ memory }) => memory.alonePssBytes)) / MEGABYTE);
}

function memoryCells(samples: readonly Sample[]): string[] {
  const middle = (read: (memory: Memory) => number): string =>
    (median(samples.map(({ memory }) => read(memory))) / MEGABYTE).toFixed(0);
  return [
    middle((memory) => memory.alonePssBytes),
    middle((memory) => memory.alonePssBytes - memory.descendantsPssBytes),
    middle((memory) => memory.descendantsPssBytes),
  ];
}
