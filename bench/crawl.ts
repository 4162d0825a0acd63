/** `npm run bench:crawl`: crawls a local web, ours beside others; docs/benchmarks.md describes it; see `--help`. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { CrawlBench } from './crawl/crawl-section.ts';
import { CRAWL_SECTION_NAMES, crawlSections, type CrawlSectionName } from './crawl/sections/index.ts';
import { describeMachine, machineLine } from './describe-machine.ts';
import { formatTable } from './table.ts';
import { untilInterrupted } from './until-interrupted.ts';

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
  jsonFile: string | undefined;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    process.stderr.write(options);
    return options === USAGE ? 0 : 2;
  }
  const state = { isComplete: true };
  const exitCode = await untilInterrupted(async (signal) => {
    state.isComplete = await run(options, signal);
  });
  return exitCode === 0 && !state.isComplete ? 1 : exitCode;
}

function readOptions(): Options | string {
  if (!existsSync('/proc/self/smaps_rollup'))
    return 'CPU time and memory are read from /proc: the bench runs on Linux only\n';
  try {
    const { values } = parseArgs({
      options: {
        compare: { type: 'boolean', default: false },
        memory: { type: 'boolean', default: false },
        pollers: { type: 'boolean', default: false },
        frontier: { type: 'boolean', default: false },
        workers: { type: 'boolean', default: false },
        pages: { type: 'string' },
        rounds: { type: 'string' },
        concurrency: { type: 'string', default: '20' },
        latency: { type: 'string', default: '0' },
        'warm-up': { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return USAGE;
    const given = CRAWL_SECTION_NAMES.filter((name) => values[name]);
    const pages = values.pages ?? (values.quick ? '200' : undefined);
    return {
      names: given.length > 0 ? given : ['compare', 'workers'],
      bench: {
        pages: pages === undefined ? undefined : wholeNumber('--pages', pages, 1),
        rounds: wholeNumber('--rounds', values.rounds ?? (values.quick ? '1' : '3'), 1),
        concurrency: wholeNumber('--concurrency', values.concurrency, 1),
        latencyMs: wholeNumber('--latency', values.latency, 0),
        warmUpPages: wholeNumber('--warm-up', values['warm-up'] ?? (values.quick ? '50' : '200'), 0),
        environment:
          values.profile === undefined
            ? {}
            : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${path.resolve(values.profile)}` },
      },
      jsonFile: values.json,
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`;
  }
}

function wholeNumber(name: string, text: string, min: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min) throw new RangeError(`${name} takes a whole number from ${min} on`);
  return value;
}

/** Returns whether every crawl brought all it should. */
async function run({ names, bench, jsonFile }: Options, signal: AbortSignal): Promise<boolean> {
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  console.log(`${machineLine(machine, startedAt)}\n`);
  const results: Partial<Record<CrawlSectionName, Record<string, unknown>>> = {};
  const completeness: boolean[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const { tables, raw, isComplete } = await crawlSections[name]({ ...bench, signal });
    results[name] = raw;
    completeness.push(isComplete);
    for (const table of tables) console.log(formatTable(table));
  }
  if (jsonFile !== undefined) {
    const { environment: _, ...settings } = bench;
    writeFileSync(jsonFile, `${JSON.stringify({ startedAt, machine, settings, results }, undefined, 2)}\n`);
  }
  return !completeness.includes(false);
}
