import { setTimeout as wait } from 'node:timers/promises';
import { runLoad } from '../load.ts';
import { PAGE_KILOBYTES } from '../page-address.ts';
import { memoryOf, type Memory } from '../process-tree.ts';
import { openScrapeClient } from '../scrape-client.ts';
import type { Bench, SectionReport } from '../section.ts';
import { startService } from '../start-service.ts';
import { targetCells } from '../table.ts';

const CONCURRENCY = 20;
/** After the start: what only starting needed is gone by then. */
const SETTLE_MS = 3_000;
const REST_MS = 60_000;
const MEGABYTE = 1024 * 1024;
const AT_REST = { bar: 200, goal: 150, isMoreBetter: false };
const MAX_GROWTH = 1.25;

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

  const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(0);
  const cells = (memoryNow: Memory): string[] => [
    megabytes(memoryNow.alonePssBytes),
    megabytes(memoryNow.alonePssBytes - memoryNow.descendantsPssBytes),
    megabytes(memoryNow.descendantsPssBytes),
    megabytes(memoryNow.pssBytes),
  ];
  const limit = Math.floor((atRest.alonePssBytes / MEGABYTE) * MAX_GROWTH);
  const restedCells =
    rested &&
    targetCells(
      Math.round(rested.alonePssBytes / MEGABYTE),
      { bar: limit, goal: limit, isMoreBetter: false },
      'MB',
    );
  return {
    tables: [
      {
        title: 'Memory of the service and its children, proportional set size in MB',
        columns: ['', 'all', 'service', 'database', 'as counted', 'bar', 'goal', ''],
        rows: [
          [
            'at rest after the start',
            ...cells(atRest),
            ...targetCells(atRest.alonePssBytes / MEGABYTE, AT_REST, 'MB'),
          ],
          [`after ${count} scrapes`, ...cells(afterWork), '', '', ''],
          rested && restedCells
            ? [
                'a minute later',
                ...cells(rested),
                restedCells[0],
                '',
                restedCells[2] === 'NOT MET' ? 'NOT MET' : 'met',
              ]
            : ['a minute later', '', '', '', '', `<= ${limit} MB`, '', 'not measured'],
        ],
        notes: [
          '"as counted" is what the kernel says while client and page server share the executable; "all" counts it whole',
        ],
      },
    ],
    raw: { count, atRest, afterWork, rested },
  };
}
