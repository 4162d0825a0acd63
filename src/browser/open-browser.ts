import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpConnection } from './cdp/cdp-connection.ts';
import { CdpError } from './cdp/cdp-error.ts';
import type { CdpSession } from './cdp/cdp-session.ts';
import type { CallOptions } from './cdp/pending-calls.ts';
import { PROXY_BYPASS } from './browser-flags.ts';
import { launchBrowser, type LaunchOptions } from './launch-browser.ts';
import { parseProxyAddress } from './proxy-address.ts';

export interface ContextOptions extends CallOptions {
  /** `scheme://host:port`, a loopback address or the browser's own proxy host; the browser's proxy when absent. */
  proxyServer?: string | undefined;
}

/** One that hangs is killed. */
const CLOSE_TIMEOUT_MS = 1_000;

/** One browser process. */
export interface Browser extends AsyncDisposable {
  /** Such as `HeadlessChrome/153.0.8010.0`. */
  readonly version: string;
  readonly userAgent: string;
  readonly processId: number;
  readonly connection: CdpConnection;
  readonly isSandboxed: boolean;
  /** For the operator, when it runs without its sandbox. */
  readonly warning: string | undefined;
  /** Fulfils with how it ended when no process and no folder of it is left; never rejects. */
  readonly exited: Promise<string>;
  /** A new, empty set of cookies, caches and storage. */
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  /** Ends it, whatever it does, and returns when nothing is left of it. */
  close(): Promise<void>;
}

/** Pages that share cookies, caches and storage with each other and with no other page. */
export interface BrowserContext extends AsyncDisposable {
  readonly id: string;
  /** A new empty page and a session on it, on which nothing is enabled yet. */
  newPage(options?: CallOptions): Promise<BrowserPage>;
  /** Ends its pages, hung ones too. Rejects with a `CdpError` when the browser does not answer. */
  close(options?: CallOptions): Promise<void>;
}

export interface BrowserPage {
  readonly targetId: string;
  readonly session: CdpSession;
}

/** Starts a browser of its own; rejects as `launchBrowser` does. */
export async function openBrowser(options: LaunchOptions): Promise<Browser> {
  const { connection, version, exited, kill, processId, isSandboxed, warning } = await launchBrowser(options);
  const close = async (): Promise<void> => {
    // Asked to end, it collects its children; killed, it leaves them to a first process that may not (a container's).
    const asked = connection.browser.send('Browser.close', undefined, { timeoutMs: CLOSE_TIMEOUT_MS });
    const late = new AbortController();
    const isLate = sleep(CLOSE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([Promise.all([asked.catch(() => undefined), exited]), isLate]);
    late.abort();
    kill();
    await exited;
  };
  return {
    version: version.product,
    userAgent: version.userAgent,
    processId,
    connection,
    isSandboxed,
    warning,
    exited,
    newContext: (context) => openContext(connection, context),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openContext(
  connection: CdpConnection,
  { proxyServer, ...call }: ContextOptions = {},
): Promise<BrowserContext> {
  const { browser } = connection;
  const proxy = proxyServer === undefined ? undefined : parseProxyAddress(proxyServer);
  const { browserContextId: id } = await browser.send(
    'Target.createBrowserContext',
    { disposeOnDetach: true, ...(proxy && { proxyServer: proxy.server, proxyBypassList: PROXY_BYPASS }) },
    call,
  );
  const close = async (options?: CallOptions): Promise<void> => {
    try {
      await browser.send('Target.disposeBrowserContext', { browserContextId: id }, options);
    } catch (error) {
      // With the browser its contexts have gone.
      if (!(error instanceof CdpError) || error.failure !== 'closed') throw error;
    }
  };
  return {
    id,
    async newPage(options) {
      const { targetId } = await browser.send(
        'Target.createTarget',
        { url: 'about:blank', browserContextId: id },
        options,
      );
      return { targetId, session: await connection.attach(targetId, options) };
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}
