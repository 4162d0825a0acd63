/**
 * The web that is crawled, as a process of its own: makes all pages, prints its origin and serves them from memory,
 * uncompressed, until its standard input ends.
 * usage: crawl-web-server.ts PAGES WARM_UP_PAGES LATENCY_MS
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createCrawlSite } from './crawl-site.ts';
import { COUNTS_PATH, SITE_FOLDER, WARM_UP_FOLDER } from './crawl-web.ts';

const KEEP_ALIVE_MS = 120_000;

interface Body {
  content: Buffer;
  type: string;
  isPage: boolean;
}

const [pages = 0, warmUpPages = 0, latencyMs = 0] = process.argv.slice(2).map(Number);
const bodies = new Map<string, Body>();
/** How often each page was asked for since the counts were last read. */
const counts = new Map<string, number>();

function prepare(origin: string): void {
  const site = createCrawlSite({ pages, folder: SITE_FOLDER, seed: 1 });
  const warmUp = createCrawlSite({ pages: warmUpPages, folder: WARM_UP_FOLDER, seed: 2 ** 31 });
  for (const { paths, page } of [site, warmUp]) {
    for (const [index, path] of paths.entries()) {
      bodies.set(path, {
        content: Buffer.from(page(index, origin)),
        type: 'text/html; charset=utf-8',
        isPage: true,
      });
    }
  }
  const addresses = site.paths.map((path) => `<url><loc>${origin}${path}</loc></url>\n`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('')}</urlset>\n`;
  bodies.set('/sitemap.xml', { content: Buffer.from(sitemap), type: 'application/xml', isPage: false });
  const robots = `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`;
  bodies.set('/robots.txt', { content: Buffer.from(robots), type: 'text/plain', isPage: false });
}

function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url === COUNTS_PATH) {
    const requests = [...counts.values()].reduce((sum, count) => sum + count, 0);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ requests, pages: counts.size }));
    counts.clear();
    return;
  }
  const body = bodies.get(url);
  if (body?.isPage) counts.set(url, (counts.get(url) ?? 0) + 1);
  if (latencyMs > 0) setTimeout(answer, latencyMs, body, response);
  else answer(body, response);
}

function answer(body: Body | undefined, response: ServerResponse): void {
  if (!body) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page\n');
    return;
  }
  response
    .writeHead(200, {
      'content-type': body.type,
      'content-length': body.content.length,
      'cache-control': 'public, max-age=300',
      'last-modified': 'Tue, 12 May 2026 08:00:00 GMT',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    })
    .end(body.content);
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, serve);
server.listen(0, '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  prepare(origin);
  process.stdout.write(`${origin}\n`);
});
// The terminal's Ctrl-C reaches every process of its group; the end is decided where the measurement runs.
process.on('SIGINT', () => undefined);
process.stdin.on('end', () => process.exit(0)).resume();
