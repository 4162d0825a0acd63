import { after } from 'node:test';
import { createFindCage } from '../../src/confine/cage/find-cage.ts';
import { hasCapability } from '../../src/confine/cage/capabilities.ts';
import { createDeathWatch } from '../../src/confine/death-watch.ts';
import { createCage } from '../../src/confine/cage/start-caged.ts';
import { findKernelWalls } from '../../src/confine/kernel/walls.ts';
import type { Cage, FindCage } from '../../src/confine/cage/cage.ts';
import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import { silentLog } from '../../src/lib/log/log.ts';
import type {
  CodeLanguage,
  CodeOutcome,
  CodeRunner,
  CodeRunners,
  RunnerTools,
} from '../../src/runners/code-runner.ts';
import { openCodeRunners } from '../../src/runners/open-code-runners.ts';
import { shareTestSession } from './share-test-session.ts';

/** Runs code, one call after the other. */
export interface CodeCalls {
  run(language: CodeLanguage, code: string, timeoutMs?: number): Promise<CodeOutcome>;
  /** The result of code that must not fail. */
  value(language: CodeLanguage, code: string): Promise<string>;
}

/** A session with a browser, and code that drives it from a cage. */
export interface TestCode extends CodeCalls, AsyncDisposable {
  readonly session: SessionBrowser;
  readonly runners: CodeRunners;
  /** The one that `run` and `value` ask. */
  readonly runner: CodeRunner;
}

/** The best cage of this machine. */
export const findTestCage: FindCage = createFindCage({
  demand: 'bare',
  onFailure: (error) => silentLog.warn(error.message),
});
/** The cage of a machine that allows no namespaces. */
export async function findBareCage(): Promise<Cage> {
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

const shared: { runners?: CodeRunners; bareRunners?: CodeRunners } = {};

// Of the whole process: after the last suite of the last file.
after(async () => {
  for (const runners of [shared.runners, shared.bareRunners]) await runners?.[Symbol.asyncDispose]();
});

/** Why no code can be run here; undefined where it can. */
async function whyNoCode(): Promise<string | undefined> {
  const cage = await findTestCage();
  return 'problem' in cage ? cage.problem : undefined;
}

/**
 * Code in the session that files share, with processes of its own; the one that is kept ready is left to the next file.
 * Undefined where there is no browser, or nothing that could hold code.
 */
export async function shareTestCode({ isBare = false } = {}): Promise<TestCode | undefined> {
  if ((await whyNoCode()) !== undefined) return undefined;
  const session = await shareTestSession();
  if (!session) return undefined;
  const runners = isBare
    ? (shared.bareRunners ??= openCodeRunners({ findCage: findBareCage, log: silentLog }))
    : (shared.runners ??= openCodeRunners({ findCage: findTestCage, log: silentLog }));
  const runner = await runners.open(codeTools(session));
  return {
    session,
    runners,
    runner,
    ...createCodeCalls(runner),
    [Symbol.asyncDispose]: () => runner[Symbol.asyncDispose](),
  };
}

/** What code can reach of a session. */
export function codeTools(session: SessionBrowser): RunnerTools {
  return {
    connectDriver: session.connectDriver,
    stopScripts: () => session.stopScripts(),
    readMarkdown: async (signal) =>
      `# ${String(await (await session.activePage(signal)).evaluate('document.title'))}\n`,
  };
}

export function createCodeCalls(code: Pick<CodeRunner, 'run'>): CodeCalls {
  const run: CodeCalls['run'] = (language, text, timeoutMs = PATIENCE_MS) =>
    code.run({ language, code: text, timeoutMs, signal: new AbortController().signal });
  return {
    run,
    async value(language, text) {
      const { result, stderr, exitCode } = await run(language, text);
      if (exitCode !== 0) throw new Error(`${text}\nended with ${exitCode}: ${stderr}`);
      return result;
    },
  };
}
