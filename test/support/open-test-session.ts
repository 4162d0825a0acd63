import { chmod, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIdentity } from '../../src/browser/emulation/identity.ts';
import { localeOfCountry } from '../../src/browser/emulation/locale-of-country.ts';
import {
  createSessionBrowsers,
  type SessionBrowserRequest,
} from '../../src/browser/pool/start-session-browser.ts';
import { openBrowser } from '../../src/browser/start/open-browser.ts';
import type { SessionBrowser } from '../../src/browser/sharing/session-browser.ts';
import { silentLog, type Log } from '../../src/lib/log/log.ts';
import { openTestEgress } from './open-test-egress.ts';
import { findTestBrowser } from './test-browser.ts';

export interface TestSession extends AsyncDisposable {
  readonly session: SessionBrowser;
  /** Folder in which the browser's own is. */
  readonly homes: string;
}

export interface TestSessionOptions extends Partial<Omit<SessionBrowserRequest, 'policy'>> {
  /** Addresses that it may reach; loopback when absent. */
  allow?: string[];
  /** The most bytes of its folder. */
  maxFolderBytes?: number;
  log?: Log;
}

/** The browser of a session for tests, which may reach loopback and every name under `.test`; undefined where there is none. */
export async function openTestSession({
  allow,
  maxFolderBytes,
  log = silentLog,
  ...request
}: TestSessionOptions = {}): Promise<TestSession | undefined> {
  const found = await findTestBrowser();
  if (!found) return undefined;
  await using opening = new AsyncDisposableStack();
  const homes = opening.use(await mkdtempDisposable(join(tmpdir(), 'decant-homes-')));
  await chmod(homes.path, 0o755);
  const browsers = opening.use(
    createSessionBrowsers({
      local: {
        start: (launch) => openBrowser({ ...found, temporaryFolders: [homes.path], ...launch }),
        problem: async () => undefined,
      },
      openBrowserProxy: (policy) => openTestEgress({ ...policy, ...(allow && { allow }) }),
      ...(maxFolderBytes !== undefined && { maxFolderBytes, lookEveryMs: 100 }),
      log,
    }),
  );
  const session = await browsers.start({
    policy: { teamId: undefined, maxBytes: 1e9 },
    looksOf: ({ version, hasOurFlags }) => ({
      identity: createIdentity({ version, isMobile: false }),
      locale: localeOfCountry(undefined),
      hasOurFlags,
    }),
    signal: new AbortController().signal,
    ...request,
  });
  const open = opening.move();
  return { session, homes: homes.path, [Symbol.asyncDispose]: () => open.disposeAsync() };
}
