import type { LivePage } from './live-page.ts';

/** The navigation of a page while an action runs on it. */
export interface Departure extends Disposable {
  /** Addresses of windows that were asked for. */
  readonly windows: string[];
  /** A navigation that has failed, with Chromium's words. */
  readonly failure: { url: string; errorText: string } | undefined;
  /** The main frame shows another document, or is about to. */
  hasLeft(): boolean;
  /** It has said that it will go, and nothing has come of it yet. */
  isLeaving(): boolean;
}

const MAX_WINDOWS = 20;
/** A page that said that it would go elsewhere and does not ask for anything stays. */
const LEAVE_MS = 1_000;
/** Saved as a file, or answered with nothing to show (204): the page stays as it is. */
const STAYS = 'net::ERR_ABORTED';

/** Listens from now on until disposed. */
export function watchDeparture({ session, network, state, targetId }: LivePage): Departure {
  const { loaderId } = state;
  const windows: string[] = [];
  const seen = { requestedAt: -Infinity, navigation: { id: '', url: '' } };
  const result: { failure: Departure['failure'] } = { failure: undefined };
  const stop = [
    session.on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (frameId === targetId && disposition === 'currentTab') seen.requestedAt = performance.now();
    }),
    session.on('Page.windowOpen', ({ url }) => {
      if (windows.length < MAX_WINDOWS) windows.push(url);
    }),
    session.on('Network.requestWillBeSent', ({ requestId, request, type, frameId }) => {
      if (type !== 'Document' || frameId !== targetId) return;
      seen.navigation = { id: requestId, url: request.url };
      result.failure = undefined;
      seen.requestedAt = -Infinity;
    }),
    session.on('Network.loadingFailed', ({ requestId, errorText }) => {
      if (requestId !== seen.navigation.id || errorText === STAYS) return;
      result.failure = { url: seen.navigation.url, errorText };
    }),
  ];
  return {
    windows,
    get failure() {
      return result.failure;
    },
    hasLeft: () => network.navigation !== undefined || state.loaderId !== loaderId,
    isLeaving: () => performance.now() - seen.requestedAt < LEAVE_MS,
    [Symbol.dispose]: () => {
      for (const end of stop) end();
    },
  };
}
