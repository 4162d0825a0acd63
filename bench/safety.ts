/** `npm run bench:safety`: what one caller or one page can do to all others; docs/benchmarks.md describes it; see `--help`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SIEGES } from '../test/support/sieges/sieges.ts';
import { barTable, type Bar } from './browser/bar.ts';
import { describeMachine, machineLine } from './describe-machine.ts';
import { measureMemory } from './safety/measure-memory.ts';
import { measureSieges } from './safety/measure-sieges.ts';
import { formatTable } from './table.ts';
import { untilInterrupted } from './until-interrupted.ts';

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
  try {
    const flag = { type: 'boolean', default: false } as const;
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      options: { sieges: flag, memory: flag, help: flag, only: text, hold: text, json: text },
    });
    if (values.help) return USAGE;
    const holdSeconds = Number(values.hold ?? 8);
    if (!(holdSeconds > 0)) throw new RangeError('--hold takes a number of seconds');
    const hasAll = !values.sieges && !values.memory;
    return {
      hasSieges: hasAll || values.sieges,
      hasMemory: hasAll || values.memory,
      only: values.only ?? '',
      holdMs: holdSeconds * 1_000,
      jsonFile: values.json,
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`;
  }
}

async function run(options: Options, signal: AbortSignal): Promise<void> {
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  console.log(`${machineLine(machine, startedAt)}\n`);
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
  if (options.jsonFile !== undefined)
    writeFileSync(
      options.jsonFile,
      `${JSON.stringify({ startedAt, machine, ...raw, bars }, undefined, 2)}\n`,
    );
}
