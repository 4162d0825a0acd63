import type { FetchedPage } from '../../net/fetch.ts';
import type { Outbound } from '../../net/outbound.ts';
import { createVisit } from '../../net/headers/visit.ts';
import { detectContentKind } from '../../readers/detect/detect-content-kind.ts';
import { languagesOf } from '../location.ts';
import type { Engine } from './engine.ts';
import { findMetaRefresh } from './meta-refresh.ts';

/** Fetches a page with one HTTP request, as a browser would ask for it, and follows where it is sent. */
export function createHttpEngine({
  outbound,
  maxPageBytes,
}: {
  outbound: Outbound;
  maxPageBytes: number;
}): Engine {
  return {
    name: 'http',
    async fetch({ url, options, deadline, trace, memory, onRedirect, upstream, teamId }) {
      const visit = createVisit(url);
      const languages = languagesOf(options.location);
      const visited = new Set<string>();
      for (let target = url; ;) {
        visited.add(target.href);
        const { redirects, ...page } = await trace.measure('fetch', async function fetchTarget(details) {
          const fetched = await outbound.fetchPage({
            url: target,
            headers: options.headers,
            isMobile: options.mobile,
            languages,
            skipTlsVerification: options.skipTlsVerification,
            maxBodyBytes: maxPageBytes,
            admitBody: (bytes) => memory.takeBody(bytes),
            deadline,
            visit,
            onRedirect,
            upstream,
            teamId,
          });
          memory.noteBody(fetched.body.length);
          Object.assign(details, {
            status: fetched.status,
            bytes: fetched.body.length,
            redirects: fetched.redirects.length,
          });
          return fetched;
        });
        for (const redirect of redirects) visited.add(redirect.url);
        const next = refreshTarget(page);
        if (next === undefined || visited.has(next)) return { kind: 'page', page };
        trace.note('metaRefresh', {});
        target = new URL(next);
        await onRedirect?.(target);
      }
    },
  };
}

function refreshTarget(page: Omit<FetchedPage, 'redirects'>): string | undefined {
  if (detectContentKind(page.contentType, page.body, new URL(page.url)) !== 'html') return undefined;
  return findMetaRefresh(page.body, page.contentType, page.url);
}
