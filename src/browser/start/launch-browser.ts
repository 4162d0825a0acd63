import { setTimeout as sleep } from 'node:timers/promises';
import type { Protocol } from 'devtools-protocol';
import { notFoundWord } from './browser-flags.ts';
import { makeBrowserHome } from '../install/browser-home.ts';
import { browserFailure, NoSandboxError } from '../browser-failure.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import { spawnBrowser, type BrowserProcess, type BrowserProgram } from './spawn-browser.ts';

export interface LaunchOptions extends BrowserProgram {
  /** Where its temporary folder goes, best first; has a default. */
  temporaryFolders?: readonly string[];
  /** How long it may take to answer its first call; 20 s when absent. */
  startTimeoutMs?: number;
  /** False when it may start without its sandbox where the system allows none; true when absent. */
  needsSandbox?: boolean;
  /** False when an earlier start has shown that the sandbox does not work here; true when absent: try it first. */
  trySandbox?: boolean;
  signal?: AbortSignal | undefined;
}

export interface LaunchedBrowser extends BrowserProcess {
  version: Protocol.Browser.GetVersionResponse;
  isSandboxed: boolean;
  /** One sentence for the operator when it runs without its sandbox. */
  warning: string | undefined;
}

const START_TIMEOUT_MS = 20_000;
/** Its last words may still be on their way when a process ends. */
const LAST_WORDS_MS = 50;
/**
 * Chromium's last words when the system does not let it build its sandbox; any other end is no reason to do without.
 */
const SANDBOX_TROUBLE =
  /FATAL:[^\n]*(?:No usable sandbox|zygote_host_impl_linux|credentials\.cc|namespace_sandbox|setuid_sandbox|Failed to move to new namespace)/;

const UNSANDBOXED_WARNING =
  'The browser runs without its sandbox, which this system does not allow (user namespaces are needed): ' +
  "a page that breaks into its renderer can do what the browser's user can do";

/**
 * Starts a browser in its sandbox; where the operator has allowed it, without it when that alone fails. Rejects with a
 * `ServiceError` for the operator (`NoSandboxError` when it is that), and with the signal's reason when that aborts; nothing is
 * left behind then.
 */
export async function launchBrowser(options: LaunchOptions): Promise<LaunchedBrowser> {
  const launched = await launchSandboxed(options);
  const { browser } = options;
  const { product } = launched.version;
  if (notFoundWord(product) === notFoundWord(browser.version)) return launched;
  // Only now it has said how old it is, and it would look up names.
  launched.kill();
  await launched.exited;
  const version = product.replace(/^.*\//, '');
  return launchSandboxed({ ...options, trySandbox: launched.isSandboxed, browser: { ...browser, version } });
}

/** In its sandbox where that works. */
async function launchSandboxed(options: LaunchOptions): Promise<LaunchedBrowser> {
  const { needsSandbox = true, trySandbox = true } = options;
  if (needsSandbox || trySandbox) {
    try {
      return await launch(options, true);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      if (!error.isSandboxTrouble) throw error.toFailure();
      if (needsSandbox) throw new NoSandboxError(error);
    }
  }
  try {
    return await launch(options, false);
  } catch (error) {
    throw error instanceof StartError ? error.toFailure() : error;
  }
}

async function launch(options: LaunchOptions, isSandboxed: boolean): Promise<LaunchedBrowser> {
  const { identity, temporaryFolders, startTimeoutMs = START_TIMEOUT_MS, signal } = options;
  signal?.throwIfAborted();
  const home = await makeBrowserHome(identity, temporaryFolders);
  const started = await spawnBrowser(options, home, isSandboxed).catch(async (error: unknown) => {
    await home.remove();
    throw error;
  });
  try {
    const version = await started.connection.send('Browser.getVersion', undefined, undefined, {
      timeoutMs: startTimeoutMs,
      signal,
    });
    return { ...started, version, isSandboxed, warning: isSandboxed ? undefined : UNSANDBOXED_WARNING };
  } catch (error) {
    const hasEnded = error instanceof CdpError && error.failure === 'closed';
    // It closes its pipe a moment before it ends: how it ends is worth the wait.
    if (hasEnded) await Promise.race([started.exited, sleep(LAST_WORDS_MS)]);
    started.kill();
    const how = await started.exited;
    signal?.throwIfAborted();
    throw new StartError(
      hasEnded ? how : `no answer within ${startTimeoutMs} ms`,
      started.lastWords(),
      hasEnded,
    );
  }
}

/** It was started and did not come up. */
class StartError extends Error {
  override readonly name = 'StartError';
  readonly isSandboxTrouble: boolean;

  constructor(how: string, lastWords: string, hasEnded: boolean) {
    super(`did not start (${[how, describe(lastWords)].filter(Boolean).join(': ')})`, { cause: lastWords });
    this.isSandboxTrouble = hasEnded && SANDBOX_TROUBLE.test(lastWords);
  }

  toFailure(): Error {
    return browserFailure(this.message, this.cause);
  }
}

/** The line that tells why, without its `[pid:time:FATAL:file(line)]`. */
function describe(lastWords: string): string | undefined {
  const lines = lastWords.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((text) => /FATAL|error while loading/.test(text)) ?? lines.at(-1);
  return line?.replace(/^\[[^\]]*\]\s*/, '').slice(0, 300);
}
