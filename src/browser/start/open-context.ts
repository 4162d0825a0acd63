import { PROXY_BYPASS } from './browser-flags.ts';
import type { CdpConnection } from '../cdp/cdp-connection.ts';
import { CdpError } from '../cdp/cdp-error.ts';
import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { parseProxyAddress } from '../proxy-address.ts';

export interface ContextOptions extends CallOptions {
  /** `scheme://host:port`, a loopback address or the browser's own proxy host; the browser's proxy when absent. */
  proxyServer?: string | undefined;
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

/** A new, empty set of cookies, caches and storage in a browser. */
export async function openContext(
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
