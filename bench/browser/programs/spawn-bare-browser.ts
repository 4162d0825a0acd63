import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { makeBrowserHome } from '../../../src/browser/install/browser-home.ts';
import { chooseBrowserIdentity } from '../../../src/browser/browser-identity.ts';
import { browserFlags } from '../../../src/browser/start/browser-flags.ts';
import { browserEnvironment, type BenchBrowser } from '../find-bench-browser.ts';

/** What leads to Decant's proxy; the bare browser reaches the local web itself. */
const EGRESS = /^--(?:proxy-server|proxy-bypass-list|host-resolver-rules)=/;
/** What Decant turns off because it costs a third of a page; on unless a browser is told otherwise. */
const SPARE_RENDERER = ',SpareRendererForSitePerProcess';
/** A browser whose sandbox is not allowed ends within this time. */
const SANDBOX_FAILURE_MS = 500;

export interface BareBrowser extends AsyncDisposable {
  child: ChildProcess;
}

export interface BareFlags {
  /** Each context has a proxy of its own, and nothing else leads anywhere. */
  isGuarded?: boolean;
  /** A renderer is kept ready for the next page of a context, as Chromium does by itself. */
  hasSpareRenderer?: boolean;
}

/** Chromium with Decant's flags and user; without its proxy and its spare renderer unless told otherwise. */
export async function spawnBareBrowser(browser: BenchBrowser, wanted: BareFlags = {}): Promise<BareBrowser> {
  return (await start(browser, wanted, true)) ?? (await start(browser, wanted, false)) ?? fail();
}

async function start(
  browser: BenchBrowser,
  { isGuarded = false, hasSpareRenderer = false }: BareFlags,
  isSandboxed: boolean,
): Promise<BareBrowser | undefined> {
  const identity = chooseBrowserIdentity();
  const home = await makeBrowserHome(identity);
  const flags = browserFlags({ profile: home.profile, isSandboxed })
    .filter((flag) => isGuarded || !EGRESS.test(flag))
    .map((flag) => (hasSpareRenderer ? flag.replace(SPARE_RENDERER, '') : flag));
  const child = spawn(browser.executable, flags, {
    ...identity,
    cwd: home.path,
    env: { HOME: home.path, TMPDIR: home.temporary, LANG: 'C.UTF-8', ...browserEnvironment(browser) },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const { promise: isLate, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, SANDBOX_FAILURE_MS, undefined);
  const hasEnded = await Promise.race([ended, isLate]);
  clearTimeout(timer);
  if (hasEnded) {
    await home.remove();
    return undefined;
  }
  return {
    child,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await home.remove();
    },
  };
}

function fail(): never {
  throw new Error('The browser did not start');
}
