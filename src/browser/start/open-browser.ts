import { setTimeout as sleep } from 'node:timers/promises';
import type { CdpConnection } from '../cdp/cdp-connection.ts';
import type { EgressPolicy } from '../../net/egress/egress-policy.ts';
import { launchBrowser, type LaunchOptions } from './launch-browser.ts';
import { openContext, type BrowserContext, type ContextOptions } from './open-context.ts';

/** One that hangs is killed. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A way out for one context. */
export interface ContextEgress extends AsyncDisposable {
  /** `scheme://host:port`; undefined: the browser's own way, of which the operator says that it is safe. */
  proxyServer: string | undefined;
}

/** One browser process, here or elsewhere. */
export interface Browser extends AsyncDisposable {
  /** For example `HeadlessChrome/153.0.8010.0`. */
  readonly version: string;
  readonly userAgent: string;
  /** 0 of one that runs elsewhere. */
  readonly processId: number;
  readonly connection: CdpConnection;
  /** The only folder that it writes to; undefined of one that runs elsewhere. */
  readonly folder?: string | undefined;
  readonly isSandboxed: boolean;
  /** For the operator, when it runs without its sandbox. */
  readonly warning: string | undefined;
  /** Its window and language are those of `browserFlags`. */
  readonly hasOurFlags: boolean;
  /** The only way out that its contexts may take; undefined where they reach the proxies of this process. */
  readonly openEgress?: (policy: EgressPolicy) => Promise<ContextEgress>;
  /** Fulfils with how it ended when all processes of it have been killed and no folder is left; never rejects. */
  readonly exited: Promise<string>;
  /** A new, empty set of cookies, caches and storage. */
  newContext(options?: ContextOptions): Promise<BrowserContext>;
  /** Ends it, whatever it does, and returns when nothing is left of it. */
  close(): Promise<void>;
}

/** Starts a browser of its own; rejects as `launchBrowser` does. */
export async function openBrowser(options: LaunchOptions): Promise<Browser> {
  const launched = await launchBrowser(options);
  const { connection, version, exited, kill, processId, folder, isSandboxed, warning } = launched;
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
    folder,
    isSandboxed,
    warning,
    hasOurFlags: true,
    exited,
    newContext: (context) => openContext(connection, context),
    close,
    [Symbol.asyncDispose]: close,
  };
}
