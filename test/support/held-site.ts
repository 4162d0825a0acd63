import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';

/** Pages of which `/held/...` answer when ten of them were asked for, and `/never` does not; `/gone` is a 404. */
export interface HeldSite extends LoopbackSite {
  /** Requests for held pages that wait now. */
  waiting: Map<string, () => void>;
}

export async function openHeldSite(): Promise<HeldSite> {
  const waiting = new Map<string, () => void>();
  const site = await openLoopbackSite((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.test');
    if (pathname === '/robots.txt' || pathname === '/gone') return void response.writeHead(404).end();
    if (pathname === '/never') return undefined;
    const answer = (): void => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<title>Page ${pathname}</title><main><h1>Lamp</h1><p>All about ${pathname}.</p></main>`);
    };
    if (!pathname.startsWith('/held/')) return answer();
    waiting.set(pathname, answer);
    if (waiting.size === 10) for (const each of waiting.values()) each();
    return undefined;
  });
  return { ...site, waiting };
}
