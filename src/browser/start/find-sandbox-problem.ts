import { execFile } from 'node:child_process';
import { NoSandboxError } from '../browser-failure.ts';
import type { BrowserIdentity } from '../browser-identity.ts';
import type { LaunchOptions } from './launch-browser.ts';
import { openBrowser } from './open-browser.ts';

const PROBE_MS = 5_000;

/**
 * Says why a browser would not start for want of its sandbox; undefined when it would start, and when something else is
 * wrong. Cheap where user namespaces are allowed; elsewhere it starts the browser, which may have a sandbox of another
 * kind.
 */
export async function findSandboxProblem(options: LaunchOptions): Promise<string | undefined> {
  if (process.platform !== 'linux' || (await canMakeNamespace(options.identity))) return undefined;
  try {
    await using opened = await openBrowser({ ...options, needsSandbox: true });
    return opened.warning;
  } catch (error) {
    return error instanceof NoSandboxError ? error.message : undefined;
  }
}

/** As the browser's user would. */
function canMakeNamespace(identity: BrowserIdentity | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('unshare', ['--user', 'true'], { ...identity, cwd: '/', env: {}, timeout: PROBE_MS }, (error) =>
      resolve(error === null),
    );
  });
}
