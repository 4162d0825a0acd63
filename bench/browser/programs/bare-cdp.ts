import type { Readable, Writable } from 'node:stream';
import { HTML_WHEN_SHOWN } from '../pages/shown-mark.ts';
import { openBarePipe } from './bare-pipe.ts';
import type { OpenProgram } from './program.ts';
import { spawnBareBrowser } from './spawn-bare-browser.ts';

interface BareTab {
  browserContextId: string;
  sessionId: string;
}

/** The least that showing a page can cost: seven calls in all, no listening, no proxy, no checks. */
export const bareCdp: OpenProgram = async ({ browser }) => {
  const process = await spawnBareBrowser(browser);
  const send = openBarePipe(process.child.stdio[3] as Writable, process.child.stdio[4] as Readable);
  const kept: BareTab[] = [];

  async function openTab(): Promise<BareTab> {
    const { browserContextId } = await send<{ browserContextId: string }>('Target.createBrowserContext');
    const { targetId } = await send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
    });
    const { sessionId } = await send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    return { browserContextId, sessionId };
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
      if (isSameTab) kept.push(tab);
      else await send('Target.disposeBrowserContext', { browserContextId: tab.browserContextId });
      return { html: String(result.value), shownMs };
    },
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
};
