import type { Readable, Writable } from 'node:stream';
import { PROXY_BYPASS } from '../../../src/browser/start/browser-flags.ts';
import type { EgressProxy } from '../../../src/net/egress/egress-proxy.ts';
import type { BenchBrowser } from '../find-bench-browser.ts';
import { HTML_WHEN_SHOWN } from '../pages/shown-mark.ts';
import { openBarePipe } from './bare-pipe.ts';
import type { OpenProgram, Program } from './program.ts';
import { spawnBareBrowser, type BareFlags } from './spawn-bare-browser.ts';

interface BareTab {
  browserContextId: string;
  proxy?: EgressProxy | undefined;
  sessionId: string;
}

/** The least that showing a page can cost: seven calls in all, no listening, no proxy, no checks. */
export const bareCdp: OpenProgram = ({ browser }) => openBareCdp(browser);

/** The same as Chromium is when it is not told to keep no renderer ready: what others take for the limit. */
export const bareCdpWithSpare: OpenProgram = ({ browser }) =>
  openBareCdp(browser, { hasSpareRenderer: true });

/** `openProxy`: each context has one of its own, which ends with it. */
export async function openBareCdp(
  browser: BenchBrowser,
  { openProxy, ...flags }: BareFlags & { openProxy?: () => Promise<EgressProxy> } = {},
): Promise<Program> {
  const process = await spawnBareBrowser(browser, flags);
  const send = openBarePipe(process.child.stdio[3] as Writable, process.child.stdio[4] as Readable);
  const kept: BareTab[] = [];

  async function openTab(): Promise<BareTab> {
    const proxy = await openProxy?.();
    const { browserContextId } = await send<{ browserContextId: string }>(
      'Target.createBrowserContext',
      proxy && { proxyServer: `http://127.0.0.1:${proxy.port}`, proxyBypassList: PROXY_BYPASS },
    );
    const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    });
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    return { browserContextId, sessionId, proxy };
  }

  return {
    async visit(url, { wait, isSameTab }) {
      if (wait !== 'mark') throw new Error(`Bare CDP has no ${wait}`);
      const tab = (isSameTab ? kept.pop() : undefined) ?? (await openTab());
      const from = performance.now();
      const { errorText } = await send<{ errorText?: string }>('Page.navigate', { url }, tab.sessionId);
      if (errorText !== undefined) throw new Error(`${url}: ${errorText}`);
      const { result } = await send<{ result: { value?: unknown } }>(
        'Runtime.evaluate',
        { expression: HTML_WHEN_SHOWN, awaitPromise: true, returnByValue: true },
        tab.sessionId,
      );
      const shownMs = performance.now() - from;
      if (isSameTab) {
        kept.push(tab);
      } else {
        await send('Target.disposeBrowserContext', { browserContextId: tab.browserContextId });
        await tab.proxy?.[Symbol.asyncDispose]();
      }
      return { html: String(result.value), shownMs };
    },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}
