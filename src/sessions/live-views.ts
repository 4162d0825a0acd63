import { createCastCores, type CastCores } from '../browser/live/cast-cores.ts';
import type { LiveView } from '../browser/live/open-live-view.ts';
import type { ViewerLink, ViewerPeer } from '../browser/live/viewer-peer.ts';
import { ServiceError } from '../lib/service-error.ts';
import type { LiveSession } from './hosted-session.ts';
import type { ReachedSession, Sessions } from './open-sessions.ts';

/** The live views of the sessions of this process. */
export interface LiveViews {
  /** Rejects with NOT_FOUND when a token leads to no view, with SESSION_DESTROYED when its session is over. */
  checkView(token: string): Promise<void>;
  /** Shows a session to a viewer, who drives it where the token allows that; rejects as `checkView` does. */
  joinView(token: string, peer: ViewerPeer): Promise<ViewerLink>;
}

/** A view is made when somebody looks at its session for the first time, and ends with the session. */
export function createLiveViews(
  { reach }: Pick<Sessions, 'reach'>,
  { cores = createCastCores() }: { cores?: CastCores } = {},
): LiveViews {
  const views = new WeakMap<LiveSession, LiveView>();

  async function find(token: string): Promise<ReachedSession> {
    const reached = await reach(token);
    const isShown = !('session' in reached) || reached.session.hasWebView;
    if (reached.kind !== 'drive' && isShown) return reached;
    throw new ServiceError('NOT_FOUND', { message: 'This link leads to no live view' });
  }

  async function viewOf(session: LiveSession): Promise<LiveView> {
    const { openLiveView } = await import('../browser/live/open-live-view.ts');
    const known = views.get(session);
    if (known) return known;
    const view = openLiveView(session.browser, { cores });
    views.set(session, view);
    void session.ended.then(() => view[Symbol.asyncDispose]());
    return view;
  }

  return {
    async checkView(token) {
      await find(token);
    },
    async joinView(token, peer) {
      const reached = await find(token);
      if (!('session' in reached)) {
        throw new ServiceError('SERVICE_UNAVAILABLE', {
          message: 'The process that has this session does not answer',
        });
      }
      const { session, kind } = reached;
      const isInteractive = kind === 'control';
      const link = (await viewOf(session)).join(peer, { isInteractive });
      // Somebody who looks on keeps nothing going.
      const awake = isInteractive ? session.keepAwake() : undefined;
      return {
        take: (message) => link.take(message),
        [Symbol.dispose]() {
          awake?.[Symbol.dispose]();
          link[Symbol.dispose]();
        },
      };
    },
  };
}
