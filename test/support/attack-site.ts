import { ATTACKS } from './attack-pages.ts';
import type { Aim } from './attacks/attack.ts';
import type { Canary } from './canary.ts';
import { openLoopbackSite, type LoopbackSite } from './loopback-site.ts';

export interface AttackSite extends LoopbackSite {
  readonly pages: Map<string, Answer>;
}

interface Answer {
  body: string;
  type?: string;
  status?: number;
  headers?: Record<string, string>;
}

/** Answers with what it was told before: secure for a browser by its name, reached through the proxy like any other. */
export async function openAttackSite(): Promise<AttackSite> {
  const pages = new Map<string, Answer>();
  const site = await openLoopbackSite((request, response) => {
    const found = pages.get(request.url ?? '');
    response.writeHead(found ? (found.status ?? 200) : 404, {
      'content-type': `${found?.type ?? 'text/html'}; charset=utf-8`,
      'access-control-allow-origin': '*',
      ...found?.headers,
    });
    response.end(found?.body);
  });
  return { ...site, origin: `http://site.localhost:${site.port}`, pages };
}

export function createAimAt(site: AttackSite, canary: Canary): (kind: string) => Aim {
  const add = (answer: Answer): string => {
    const path = `/${site.pages.size}`;
    site.pages.set(path, answer);
    return `${site.origin}${path}`;
  };
  return (kind) => {
    const port = canary.portOf(kind);
    return {
      port,
      url: `http://127.0.0.1:${port}/`,
      give: (body, options = {}) => add({ body, ...options }),
      redirect: (to, status = 302) => add({ body: '', status, headers: { location: to } }),
    };
  };
}

export function addressOf(kind: string, aim: Aim): string {
  const page = ATTACKS[kind]?.page(aim) ?? '';
  return typeof page === 'string' ? aim.give(`<!doctype html><title>x</title><body>${page}`) : page.url;
}
