import { getDomain } from 'tldts';
import type { LivePage } from '../page/live-page.ts';

/** Origins whose own storage a visit may have changed, those of the page itself first. */
export interface OriginWatch extends Disposable {
  origins(): string[];
}

/** Pages that lead on and on are not followed further. */
const MAX_WATCHED = 200;

/**
 * Notes the origins that the main frame shows and those of frames of the same site. A frame of another site has a
 * storage apart for each site that it stands in, which is not kept.
 */
export function watchOrigins({ session, targetId }: Pick<LivePage, 'session' | 'targetId'>): OriginWatch {
  const own = new Set<string>();
  const framed = new Set<string>();
  const add = (set: Set<string>, origin: string): void => {
    if (set.size < MAX_WATCHED) set.add(origin);
  };
  let site: string | undefined;
  const addFrame = (url: string): void => {
    const origin = webOrigin(url);
    if (origin !== undefined && siteOf(origin) === site) add(framed, origin);
  };
  const stops = [
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return addFrame(frame.url);
      const origin = webOrigin(frame.url);
      if (origin === undefined) return;
      site = siteOf(origin);
      add(own, origin);
    }),
    // A frame with a process of its own tells somebody else that it has come.
    session.on('Network.requestWillBeSent', ({ type, frameId, request }) => {
      if (type === 'Document' && frameId !== targetId) addFrame(request.url);
    }),
  ];
  return {
    origins: () => [...new Set([...own, ...framed])],
    [Symbol.dispose]() {
      for (const stop of stops) stop();
    },
  };
}

/** Undefined for pages without an address on the web. */
function webOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.origin : undefined;
}

/** As browsers part them: scheme and registrable domain. */
function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}
