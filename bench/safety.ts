/** `npm run bench:safety`: what one caller or one page can do to all others; docs/benchmarks.md describes it; see `--help`. */
import { SIEGES } from '../test/support/sieges/sieges.ts';
import { barTable, type Bar } from './browser/bar.ts';
import { measureMemory } from './safety/measure-memory.ts';
import { measureSieges } from './safety/measure-sieges.ts';
import { formatTable } from './table.ts';
import { FLAG, VALUE, runProgram, type Session } from './run-program.ts';

const USAGE = `Usage: npm run bench:safety -- [options]

What is measured; all of it, three to four minutes, when none of them is given:
  --sieges             what everybody else waits for while one caller or one page attacks
  --memory             what is left half a minute after hostile pages

  --only WORDS         sieges whose names hold these words
  --hold SECONDS       how long a siege is laid, 8
  --json FILE          write the numbers there, too
  --help               this text
`;

interface Options {
  hasSieges: boolean;
  hasMemory: boolean;
  only: string;
  holdMs: number;
}

process.exitCode = await runProgram({
  usage: USAGE,
  given: { sieges: FLAG, memory: FLAG, only: VALUE, hold: VALUE },
  read(values): Options {
    const holdSeconds = Number(values.hold ?? 8);
    if (!(holdSeconds > 0)) throw new RangeError('--hold takes a number of seconds');
    const hasAll = !values.sieges && !values.memory;
    return {
      hasSieges: hasAll || values.sieges,
      hasMemory: hasAll || values.memory,
      only: values.only ?? '',
      holdMs: holdSeconds * 1_000,
    };
  },
  run,
});

async function run(options: Options, session: Session): Promise<boolean> {
  const { signal } = session;
  session.announce();
  const bars: Bar[] = [];
  const raw: Record<string, unknown> = {};
  if (options.hasSieges) {
    const sieges = SIEGES.filter(({ name }) => name.includes(options.only));
    const report = await measureSieges(sieges, { holdMs: options.holdMs, signal });
    console.log(formatTable(report.table));
    bars.push(...report.bars);
    raw['sieges'] = report.raw;
  }
  if (options.hasMemory) {
    const report = await measureMemory(signal);
    console.log(formatTable(report.table));
    bars.push(...report.bars);
    raw['memory'] = report.raw;
  }
  console.log(formatTable(barTable('Against the bars', bars)));
  session.write({ ...raw, bars });
  return true;
}
