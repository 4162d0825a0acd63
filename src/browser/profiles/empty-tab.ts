import type { CdpSession } from '../cdp/cdp-session.ts';
import type { CallOptions } from '../cdp/pending-calls.ts';
import { callOnPage, evaluate } from '../page/evaluate.ts';
import type { LivePage } from '../page/live-page.ts';

/** A tab beside a live page which shows empty pages of any origin, without asking the network for them. */
export interface EmptyTab extends AsyncDisposable {
  /** False: the browser shows no page of that origin. */
  show(origin: string, call: CallOptions): Promise<boolean>;
  /** Calls a function of `page-scripts/` there. No script but ours ever runs in this tab. */
  run<Given, T>(script: (given: Given) => T, given: NoInfer<Given>, call: CallOptions): Promise<Awaited<T>>;
}

const EMPTY_PAGE = [
  { name: 'content-type', value: 'text/html' },
  { name: 'cache-control', value: 'no-store' },
];

/** Opens it in the context of the live page, whose own tab learns nothing of it: no history, no events, no interception. */
export async function openEmptyTab(
  { connection, contextId }: Pick<LivePage, 'connection' | 'contextId'>,
  call: CallOptions,
): Promise<EmptyTab> {
  const { targetId } = await connection.browser.send(
    'Target.createTarget',
    {
      url: 'about:blank',
      ...(contextId !== undefined && { browserContextId: contextId }),
      background: true,
    },
    call,
  );
  const close = async (): Promise<void> => {
    // With its context it goes anyway.
    await connection.browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  };
  try {
    const session = await connection.attach(targetId, call);
    answerAll(session);
    await Promise.all([
      session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, call),
      session.send('Network.enable', { maxTotalBufferSize: 1, maxResourceBufferSize: 1 }, call),
      // It would answer in the network's place.
      session.send('Network.setBypassServiceWorker', { bypass: true }, call),
    ]);
    return {
      async show(origin, options) {
        const { errorText } = await session.send('Page.navigate', { url: `${origin}/` }, options);
        if (errorText !== undefined) return false;
        return (await evaluate<string>(session, 'location.origin', options)) === origin;
      },
      run: (script, given, options) => callOnPage(session, script, [given], options),
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function answerAll(session: CdpSession): void {
  session.on('Fetch.requestPaused', ({ requestId, resourceType }) => {
    const answer =
      resourceType === 'Document'
        ? session.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders: EMPTY_PAGE })
        : session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
    answer.catch(() => {
      // The tab has gone.
    });
  });
}
