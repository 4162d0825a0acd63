import { createFindCage } from '../../src/confine/find-cage.ts';
import { hasCapability } from '../../src/confine/capabilities.ts';
import { createDeathWatch } from '../../src/confine/death-watch.ts';
import { createCage } from '../../src/confine/start-caged.ts';
import { findKernelWalls } from '../../src/confine/walls.ts';
import type { Cage, FindCage } from '../../src/confine/cage.ts';
import { silentLog } from '../../src/lib/log.ts';
import type { CodeLanguage, CodeOutcome, CodeRunner, CodeRunners } from '../../src/runners/code-runner.ts';
import { openCodeRunners } from '../../src/runners/open-code-runners.ts';
import { openTestSession, type TestSession } from './open-test-session.ts';

/** A session with a browser, and code that drives it from the best cage of this machine. */
export interface TestCode extends AsyncDisposable {
  readonly session: TestSession['session'];
  readonly runners: CodeRunners;
  /** Another runner on the same browser. */
  open(): Promise<CodeRunner>;
  run(language: CodeLanguage, code: string, timeoutMs?: number): Promise<CodeOutcome>;
  /** The result of code that must not fail. */
  value(language: CodeLanguage, code: string): Promise<string>;
}

const findCage: FindCage = createFindCage({
  demand: 'bare',
  onFailure: (error) => silentLog.warn(error.message),
});
/** The cage of a machine that allows no namespaces. */
async function findBareCage(): Promise<Cage> {
  const { landlock } = await findKernelWalls();
  return createCage({
    walls: { namespaces: [], landlock, isFiltered: true },
    hasOwnUsers: (await hasCapability(CAP_SETUID)) && (await hasCapability(CAP_SETGID)),
    deathWatch: createDeathWatch((error) => silentLog.warn(error.message)),
  });
}

const CAP_SETGID = 6;
const CAP_SETUID = 7;
/** Far beyond what any of it takes, on any machine. */
const PATIENCE_MS = 60_000;

/** Why no code can be run here; undefined where it can. */
async function whyNoCode(): Promise<string | undefined> {
  const cage = await findCage();
  return 'problem' in cage ? cage.problem : undefined;
}

/** Undefined where there is no browser, or nothing that could hold code. */
export async function openTestCode({ isBare = false } = {}): Promise<TestCode | undefined> {
  if ((await whyNoCode()) !== undefined) return undefined;
  await using opening = new AsyncDisposableStack();
  const house = await openTestSession();
  if (!house) return undefined;
  opening.use(house);
  const { session } = house;
  const runners = opening.use(
    openCodeRunners({ findCage: isBare ? findBareCage : findCage, log: silentLog }),
  );
  const open = (): Promise<CodeRunner> =>
    runners.open({
      connectDriver: session.connectDriver,
      stopScripts: () => session.stopScripts(),
      readMarkdown: async (signal) =>
        `# ${String(await (await session.activePage(signal)).evaluate('document.title'))}\n`,
    });
  const code = opening.use(await open());
  const run: TestCode['run'] = (language, text, timeoutMs = PATIENCE_MS) =>
    code.run({ language, code: text, timeoutMs, signal: new AbortController().signal });
  const held = opening.move();
  return {
    session,
    runners,
    open,
    run,
    async value(language, text) {
      const { result, stderr, exitCode } = await run(language, text);
      if (exitCode !== 0) throw new Error(`${text}\nended with ${exitCode}: ${stderr}`);
      return result;
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}
