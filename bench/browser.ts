/** `npm run bench:browser`: pages that need a browser, ours beside others; docs/benchmarks.md describes it; see `--help`. */
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { barTable, type Bar } from './browser/bar.ts';
import { openAppWeb } from './browser/app-web.ts';
import { findBenchBrowser } from './browser/find-bench-browser.ts';
import { BROWSER_SECTION_NAMES, browserSections, type BrowserSectionName } from './browser/sections/index.ts';
import { describeMachine, machineLine } from './describe-machine.ts';
import { formatTable } from './table.ts';
import { untilInterrupted } from './until-interrupted.ts';

const USAGE = `Usage: npm run bench:browser -- [options]

What is measured; all of it, five to six minutes, when none of them is given:
  --simple             a small application: bare CDP, Decant, Playwright, Puppeteer
  --heavy              a large one
  --reuse              tabs that are used again within a job, against fresh contexts
  --wait               pages whose content comes late: the smart wait beside others
  --api                POST /v2/scrape, warm and after a cold start
  --memory             500 pages, and what is left when nobody needs a browser
  --crawl              a site where one page in ten needs JavaScript

  --rounds N           5, short ones in turn; of each, the middle one counts
  --concurrency N      pages at once; the number of cores
  --browser PATH       another chromium-headless-shell than the one that Decant would take
  --quick              less of everything: shows that it works
  --json FILE          write the numbers there, too
  --help               this text
`;

interface Options {
  names: readonly BrowserSectionName[];
  rounds: number;
  concurrency: number;
  isQuick: boolean;
  browserPath: string | undefined;
  jsonFile: string | undefined;
}

process.exitCode = await main();

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    process.stderr.write(options);
    return options === USAGE ? 0 : 2;
  }
  return untilInterrupted((signal) => run(options, signal));
}

function readOptions(): Options | string {
  if (!existsSync('/proc/self/smaps_rollup'))
    return 'CPU time and memory are read from /proc: the bench runs on Linux only\n';
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values } = parseArgs({
      options: {
        simple: flag,
        heavy: flag,
        reuse: flag,
        wait: flag,
        api: flag,
        memory: flag,
        crawl: flag,
        quick: flag,
        help: flag,
        rounds: { type: 'string' },
        concurrency: { type: 'string' },
        browser: { type: 'string' },
        json: { type: 'string' },
      },
    });
    if (values.help) return USAGE;
    const given = BROWSER_SECTION_NAMES.filter((name) => values[name]);
    return {
      names: given.length > 0 ? given : BROWSER_SECTION_NAMES,
      rounds: wholeNumber('--rounds', values.rounds ?? (values.quick ? '1' : '5')),
      concurrency: wholeNumber('--concurrency', values.concurrency ?? `${availableParallelism()}`),
      isQuick: values.quick,
      browserPath: values.browser,
      jsonFile: values.json,
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`;
  }
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1) throw new RangeError(`${name} takes a whole number from 1 on`);
  return value;
}

async function run(options: Options, signal: AbortSignal): Promise<void> {
  const { names, rounds, concurrency, isQuick, browserPath, jsonFile } = options;
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  console.log(`${machineLine(machine, startedAt)}${isQuick ? ', quick' : ''}\n`);
  const browser = await findBenchBrowser(browserPath);
  const results: Partial<Record<BrowserSectionName, Record<string, unknown>>> = {};
  const bars: Bar[] = [];
  await using web = await openAppWeb();
  for (const name of names) {
    signal.throwIfAborted();
    const report = await browserSections[name]({ web, browser, rounds, concurrency, isQuick, signal });
    results[name] = { ...report.raw, bars: report.bars };
    bars.push(...report.bars);
    for (const table of report.tables) console.log(formatTable(table));
  }
  console.log(formatTable(barTable('Against the bars', bars)));
  if (jsonFile !== undefined) {
    const settings = { rounds, concurrency, isQuick };
    writeFileSync(jsonFile, `${JSON.stringify({ startedAt, machine, settings, results }, undefined, 2)}\n`);
  }
}
