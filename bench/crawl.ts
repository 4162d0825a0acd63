/** `npm run bench:crawl`: crawls a local web, ours beside others; docs/benchmarks.md describes it; see `--help`. */
import path from 'node:path';
import type { CrawlBench } from './crawl/crawl-section.ts';
import { CRAWL_SECTION_NAMES, crawlSections, type CrawlSectionName } from './crawl/sections/index.ts';
import { formatTable } from './table.ts';
import { wholeNumber } from './option-values.ts';
import { FLAG, VALUE, runProgram, type Session } from './run-program.ts';

const USAGE = `Usage: npm run bench:crawl -- [options]

What is measured; --compare and --workers when none of them is given:
  --compare            ours, CheerioCrawler with turndown, and a bare undici loop, in turn
  --memory             memory during one crawl of 20,000 pages
  --pollers            what ten clients cost that ask for the status once a second
  --frontier           claims from a million URLs that wait, against ten thousand
  --workers            two worker processes against one

  --pages N            pages of a crawl; 1,000, and 20,000 for --memory
  --rounds N           3; of each, the middle one counts
  --concurrency N      requests at once; 20
  --latency MS         how long the site waits before it answers; 0
  --warm-up N          pages of another site that are crawled before; 200
  --quick              200 pages, one round: a first impression
  --json FILE          write the numbers there, too
  --profile FOLDER     write a CPU profile of each service process there
  --help               this text
`;

interface Options {
  names: readonly CrawlSectionName[];
  bench: Omit<CrawlBench, 'signal'>;
}

process.exitCode = await runProgram({
  usage: USAGE,
  given: {
    compare: FLAG,
    memory: FLAG,
    pollers: FLAG,
    frontier: FLAG,
    workers: FLAG,
    pages: VALUE,
    rounds: VALUE,
    concurrency: VALUE,
    latency: VALUE,
    'warm-up': VALUE,
    quick: FLAG,
    profile: VALUE,
  },
  read(values): Options {
    const given = CRAWL_SECTION_NAMES.filter((name) => values[name]);
    const pages = values.pages ?? (values.quick ? '200' : undefined);
    return {
      names: given.length > 0 ? given : ['compare', 'workers'],
      bench: {
        pages: pages === undefined ? undefined : wholeNumber('--pages', pages),
        rounds: wholeNumber('--rounds', values.rounds ?? (values.quick ? '1' : '3')),
        concurrency: wholeNumber('--concurrency', values.concurrency ?? '20'),
        latencyMs: wholeNumber('--latency', values.latency ?? '0', 0),
        warmUpPages: wholeNumber('--warm-up', values['warm-up'] ?? (values.quick ? '50' : '200'), 0),
        environment:
          values.profile === undefined
            ? {}
            : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(values.profile)}` },
      },
    };
  },
  run,
});

/** Returns whether every crawl brought all it should. */
async function run({ names, bench }: Options, session: Session): Promise<boolean> {
  const { signal } = session;
  session.announce();
  const results: Partial<Record<CrawlSectionName, Record<string, unknown>>> = {};
  const completeness: boolean[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const { tables, raw, isComplete } = await crawlSections[name]({ ...bench, signal });
    results[name] = raw;
    completeness.push(isComplete);
    for (const table of tables) console.log(formatTable(table));
  }
  const { environment: _, ...settings } = bench;
  session.write({ settings, results });
  return !completeness.includes(false);
}
