/** `npm run bench:browser`: pages that need a browser, ours beside others; docs/benchmarks.md describes it; see `--help`. */
import { availableParallelism } from 'node:os';
import { barTable, type Bar } from './browser/bar.ts';
import { openAppWeb } from './browser/app-web.ts';
import { findBenchBrowser } from './browser/find-bench-browser.ts';
import { BROWSER_SECTION_NAMES, browserSections, type BrowserSectionName } from './browser/sections/index.ts';
import { formatTable } from './table.ts';
import { wholeNumber } from './option-values.ts';
import { FLAG, VALUE, runProgram, type Session } from './run-program.ts';

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
}

process.exitCode = await runProgram({
  usage: USAGE,
  given: {
    simple: FLAG,
    heavy: FLAG,
    reuse: FLAG,
    wait: FLAG,
    api: FLAG,
    memory: FLAG,
    crawl: FLAG,
    quick: FLAG,
    rounds: VALUE,
    concurrency: VALUE,
    browser: VALUE,
  },
  read(values): Options {
    const given = BROWSER_SECTION_NAMES.filter((name) => values[name]);
    return {
      names: given.length > 0 ? given : BROWSER_SECTION_NAMES,
      rounds: wholeNumber('--rounds', values.rounds ?? (values.quick ? '1' : '5')),
      concurrency: wholeNumber('--concurrency', values.concurrency ?? `${availableParallelism()}`),
      isQuick: values.quick,
      browserPath: values.browser,
    };
  },
  run,
});

async function run(options: Options, session: Session): Promise<boolean> {
  const { names, rounds, concurrency, isQuick, browserPath } = options;
  const { signal } = session;
  session.announce(isQuick);
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
  session.write({ settings: { rounds, concurrency, isQuick }, results });
  return true;
}
