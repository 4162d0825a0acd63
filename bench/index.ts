/** `npm run bench`: measures what docs/benchmarks.md describes and prints it; see `--help`. */
import path from 'node:path';
import { openLocalWeb } from './local-web.ts';
import { SECTION_NAMES, sections, type SectionName } from './sections/index.ts';
import { profileTable } from './profile-table.ts';
import { formatTable } from './table.ts';
import { chosenNames } from './option-values.ts';
import { FLAG, VALUE, runProgram, type Session } from './run-program.ts';

const USAGE = `Usage: npm run bench -- [options]

  --quick              less of everything: under 45 seconds instead of four minutes
  --only NAME,...      of ${SECTION_NAMES.join(', ')}
  --json FILE          write the numbers there, too
  --profile FOLDER     write a CPU profile of each service process there, and say which functions were at work
  --help               this text
`;

interface Options {
  isQuick: boolean;
  names: readonly SectionName[];
  profileFolder: string | undefined;
}

process.exitCode = await runProgram({
  usage: USAGE,
  given: { quick: FLAG, only: VALUE, profile: VALUE },
  read: (values): Options => ({
    isQuick: values.quick,
    names: chosenNames('--only', values.only, SECTION_NAMES),
    profileFolder: values.profile === undefined ? undefined : path.resolve(values.profile),
  }),
  run,
});

async function run({ isQuick, names, profileFolder }: Options, session: Session): Promise<boolean> {
  const { signal } = session;
  const environment: Record<string, string> =
    profileFolder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` };
  session.announce(isQuick);
  const results: Partial<Record<SectionName, Record<string, unknown>>> = {};
  await using web = await openLocalWeb();
  for (const name of names) {
    signal.throwIfAborted();
    const { tables, raw } = await sections[name]({ web, isQuick, environment, signal });
    results[name] = raw;
    for (const table of tables) console.log(formatTable(table));
  }
  if (profileFolder !== undefined) console.log(formatTable(profileTable(profileFolder)));
  session.write({ isQuick, results });
  return true;
}
