import { openCrawlClient, type CrawlClient } from '../../crawl/crawl-client.ts';
import { measureCpu } from '../../cpu-usage.ts';
import { startService } from '../../start-service.ts';
import { median } from '../../statistics.ts';
import { figure, type Table } from '../../table.ts';
import type { Bar } from '../bar.ts';
import type { BrowserBench, BrowserReport } from '../browser-section.ts';
import { serviceEnvironment } from '../find-bench-browser.ts';
import { openContender, type Contender } from '../open-contender.ts';
import { APPS, PLAIN_PAGES } from '../pages/mixed-site.ts';

/** Requests at once, as in `npm run bench:crawl`; browser pages are as many as cores. */
const CONCURRENCY = 20;

interface CrawlCost {
  seconds: number;
  cpuSeconds: number;
}

/** One thing that is crawled or rendered, with its cost in each round. */
interface Work {
  name: string;
  run: () => Promise<CrawlCost>;
  costs: CrawlCost[];
}

/** A crawl over a site where one page in ten needs JavaScript, the same without these pages, and these pages alone. */
export async function crawl(bench: BrowserBench): Promise<BrowserReport> {
  const { web, browser, rounds, signal } = bench;
  await using service = await startService(serviceEnvironment(browser, web.origin));
  await using client = openCrawlClient(service);
  await using bare = await openContender('bare-cdp', { browser }, signal);
  const site = { servicePid: service.pid, client, bench };
  const plain: Work = {
    name: `${PLAIN_PAGES} pages that need no browser`,
    run: () => crawlSite('/plain/', PLAIN_PAGES, site),
    costs: [],
  };
  const mixed: Work = {
    name: `the same and ${APPS} that need one`,
    run: () => crawlSite('/mixed/', PLAIN_PAGES + APPS, site),
    costs: [],
  };
  const rendering: Work = {
    name: `these ${APPS} alone, by bare CDP`,
    run: () => renderAlone(bare, bench),
    costs: [],
  };
  const works = [plain, mixed, rendering];
  // The first round only warms up.
  for (let round = -1; round < rounds; round++) {
    for (const { run, costs } of works) {
      signal.throwIfAborted();
      const cost = await run();
      if (round >= 0) costs.push(cost);
    }
  }
  const cpu = { plain: cpuOf(plain), mixed: cpuOf(mixed), rendering: cpuOf(rendering) };
  return {
    bars: [barOf(cpu)],
    tables: [costTable(works, rounds)],
    raw: { costs: works.map(({ costs }) => costs), ...cpu },
  };
}

async function crawlSite(
  folder: string,
  pages: number,
  { servicePid, client, bench }: { servicePid: number; client: CrawlClient; bench: BrowserBench },
): Promise<CrawlCost> {
  const { web, signal } = bench;
  const from = performance.now();
  const { result: id, cpu } = await measureCpu({ servicePid, webPid: web.pid }, async () => {
    const started = await client.start({
      url: web.origin + folder,
      limit: pages,
      concurrency: CONCURRENCY,
    });
    await client.untilCompleted(started, { limit: pages, signal });
    return started;
  });
  const seconds = (performance.now() - from) / 1000;
  const { addresses, problems } = await client.collect(id);
  if (addresses !== pages || problems.length > 0) {
    throw new Error(`${folder}: ${addresses} of ${pages} pages came; ${problems.join('; ')}`);
  }
  return { seconds, cpuSeconds: cpu.service + cpu.database };
}

async function renderAlone(bare: Contender, { web, concurrency }: BrowserBench): Promise<CrawlCost> {
  const { result, cpu } = await bare.run({
    kind: 'visits',
    app: 'simple',
    folder: `${web.origin}/mixed/app/`,
    first: 0,
    count: APPS,
    concurrency,
    options: { wait: 'mark', isSameTab: false },
  });
  return { seconds: result.seconds, cpuSeconds: cpu.node + cpu.browser };
}

function cpuOf({ costs }: Work): number {
  return median(costs.map(({ cpuSeconds }) => cpuSeconds));
}

function barOf({ plain, mixed, rendering }: Record<'plain' | 'mixed' | 'rendering', number>): Bar {
  return {
    name: 'CPU of the mixed crawl, times plain crawl + rendering',
    value: mixed / (plain + rendering),
    bar: 2,
    isMoreBetter: false,
    unit: 'x',
    limit: `1 x: ${figure(plain)} + ${figure(rendering)} CPU s; 2 x plain + rendering would be ${figure(2 * plain + rendering)}`,
  };
}

function costTable(works: readonly Work[], rounds: number): Table {
  return {
    title: `Crawl where one page in ten needs JavaScript, ${CONCURRENCY} at once`,
    columns: ['', 'CPU s', 's'],
    rows: works.map((work) => [
      work.name,
      figure(cpuOf(work)),
      figure(median(work.costs.map(({ seconds }) => seconds))),
    ]),
    notes: [
      `medians of ${rounds} rounds in turn by one service that had crawled both before; its database and browser are in its CPU time`,
    ],
  };
}
