import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { makeBrowserHome } from '../../../src/browser/browser-home.ts';
import { chooseBrowserIdentity } from '../../../src/browser/browser-identity.ts';
import { browserFlags } from '../../../src/browser/browser-flags.ts';
import { browserEnvironment, type BenchBrowser } from '../find-bench-browser.ts';

/** What leads to Decant's proxy; the bare browser reaches the local web itself. */
const EGRESS = /^--(?:proxy-server|proxy-bypass-list|host-resolver-rules)=/;
/** A browser whose sandbox is not allowed ends within this time. */
const SANDBOX_FAILURE_MS = 500;

export interface BareBrowser extends AsyncDisposable {
  child: ChildProcess;
}

/** Chromium with Decant's flags and user, and without its proxy. */
export async function spawnBareBrowser(browser: BenchBrowser): Promise<BareBrowser> {
  return (await start(browser, true)) ?? (await start(browser, false)) ?? fail();
}

async function start(browser: BenchBrowser, isSandboxed: boolean): Promise<BareBrowser | undefined> {
  const identity = chooseBrowserIdentity();
  const home = await makeBrowserHome(identity);
  const flags = browserFlags({ profile: home.profile, isSandboxed }).filter((flag) => !EGRESS.test(flag));
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
