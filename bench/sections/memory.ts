import { setTimeout as wait } from 'node:timers/promises';
import { runLoad } from '../load.ts';
import { PAGE_KILOBYTES } from '../page-address.ts';
import { memoryOf, type Memory } from '../process-tree.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { targetCells, type Table } from '../table.ts';

const CONCURRENCY = 20;
/** After the start: what only starting needed is gone by then. */
const SETTLE_MS = 3_000;
const REST_MS = 60_000;
const MEGABYTE = 1024 * 1024;
const AT_REST = { bar: 200, goal: 150, isMoreBetter: false };
const MAX_GROWTH = 1.25;

/** The memory of the service at three times. */
interface Looks {
  atRest: Memory;
  /** How many scrapes the work was. */
  count: number;
  afterWork: Memory;
  /** Undefined when there was no time for a rest. */
  rested: Memory | undefined;
}

/** What the service and its database hold at rest, after work, and when they had time to give it back. */
export async function memory({ web, isQuick, environment, signal }: Bench): Promise<SectionReport> {
  await using service = await startService(environment);
  await wait(SETTLE_MS, undefined, { signal });
  const atRest = memoryOf(service.pid);
  const count = isQuick ? 400 : 2000;
  {
    await using client = openScrapeClient(service, CONCURRENCY);
    const counter = { next: 0 };
    await runLoad({ count, concurrency: CONCURRENCY, signal }, () => {
      const size = PAGE_KILOBYTES[Math.floor(counter.next++ / 4) % PAGE_KILOBYTES.length] ?? 100;
      return client.scrape(web.nextUrl(size), 'miss');
    });
  }
  const afterWork = memoryOf(service.pid);
  if (!isQuick) await wait(REST_MS, undefined, { signal });
  const rested = isQuick ? undefined : memoryOf(service.pid);
  const looks = { count, atRest, afterWork, rested };
  return { tables: [memoryTable(looks)], raw: looks };
}

function memoryTable({ count, atRest, afterWork, rested }: Looks): Table {
  return {
    title: 'Memory of the service and its children, proportional set size in MB',
    columns: ['', 'all', 'service', 'database', 'as counted', 'bar', 'goal', ''],
    rows: [
      [
        'at rest after the start',
        ...memoryCells(atRest),
        ...targetCells(atRest.alonePssBytes / MEGABYTE, AT_REST, 'MB'),
      ],
      [`after ${count} scrapes`, ...memoryCells(afterWork), '', '', ''],
      ['a minute later', ...restedCells(atRest, rested)],
    ],
    notes: [
      '"as counted" is what the kernel says while client and page server share the executable; "all" counts it whole',
    ],
  };
}

function memoryCells({ alonePssBytes, descendantsPssBytes, pssBytes }: Memory): string[] {
  const sizes = [alonePssBytes, alonePssBytes - descendantsPssBytes, descendantsPssBytes, pssBytes];
  return sizes.map((bytes) => (bytes / MEGABYTE).toFixed(0));
}

/** What is held after the rest, against what was held at the start. */
function restedCells(atRest: Memory, rested: Memory | undefined): string[] {
  const limit = Math.floor((atRest.alonePssBytes / MEGABYTE) * MAX_GROWTH);
  if (rested === undefined) return ['', '', '', '', `<= ${limit} MB`, '', 'not measured'];
  const growth = { bar: limit, goal: limit, isMoreBetter: false };
  const [bar, , verdict] = targetCells(Math.round(rested.alonePssBytes / MEGABYTE), growth, 'MB');
  return [...memoryCells(rested), bar, '', verdict === 'NOT MET' ? verdict : 'met'];
}
