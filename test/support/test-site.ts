import type { RequestListener } from 'node:http';
import { openLoopbackSite, type LoopbackSite, type LoopbackSiteOptions } from './loopback-site.ts';

/** HTML, or a listener for anything else. */
export type TestPage = string | RequestListener;

/** A site on loopback with these pages by path; `*` answers all others, which are 404 without it. */
export function startTestSite(
  pages: Readonly<Record<string, TestPage>>,
  options: LoopbackSiteOptions = {},
): Promise<LoopbackSite> {
  return openLoopbackSite((request, response) => {
    const path = request.url?.split('?')[0] ?? '/';
    const page =
      pages[path] ?? pages['*'] ?? answer('<h1>Not here</h1><p>There is no such page.</p>', {}, 404);
    if (typeof page === 'string') answer(page)(request, response);
    else page(request, response);
  }, options);
}

/** Answers with a body, headers and a status. */
export function answer(
  body: string | Uint8Array,
  headers: Record<string, string> = {},
  status = 200,
): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
  };
}
