/** `npm run bench`: measures what docs/benchmarks.md describes and prints it; see `--help`. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, machineLine } from './describe-machine.ts';
import { openLocalWeb } from './local-web.ts';
import { SECTION_NAMES, sections, type SectionName } from './sections/index.ts';
import { formatTable } from './table.ts';
import { untilInterrupted } from './until-interrupted.ts';

const USAGE = `Usage: npm run bench -- [options]

  --quick              less of everything: under 45 seconds instead of four minutes
  --only NAME,...      of ${SECTION_NAMES.join(', ')}
  --json FILE          write the numbers there, too
  --profile FOLDER     write a CPU profile of each service process there
  --help               this text
`;

interface Options {
  isQuick: boolean;
  names: readonly SectionName[];
  jsonFile: string | undefined;
  profileFolder: string | undefined;
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
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string', default: SECTION_NAMES.join(',') },
        json: { type: 'string' },
        profile: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return USAGE;
    const names = values.only.split(',');
    const unknown = names.find((name) => !(SECTION_NAMES as string[]).includes(name));
    if (unknown !== undefined) return `There is no section "${unknown}"\n\n${USAGE}`;
    return {
      isQuick: values.quick,
      names: SECTION_NAMES.filter((name) => names.includes(name)),
      jsonFile: values.json,
      profileFolder: values.profile === undefined ? undefined : path.resolve(values.profile),
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${USAGE}`;
  }
}

async function run({ isQuick, names, jsonFile, profileFolder }: Options, signal: AbortSignal): Promise<void> {
  const environment: Record<string, string> =
    profileFolder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` };
  const machine = describeMachine();
  const startedAt = new Date().toISOString();
  console.log(`${machineLine(machine, startedAt)}${isQuick ? ', quick' : ''}\n`);
  const results: Partial<Record<SectionName, Record<string, unknown>>> = {};
  await using web = await openLocalWeb();
  for (const name of names) {
    signal.throwIfAborted();
    const { tables, raw } = await sections[name]({ web, isQuick, environment, signal });
    results[name] = raw;
    for (const table of tables) console.log(formatTable(table));
  }
  if (jsonFile !== undefined) {
    writeFileSync(jsonFile, `${JSON.stringify({ startedAt, isQuick, machine, results }, undefined, 2)}\n`);
  }
}
