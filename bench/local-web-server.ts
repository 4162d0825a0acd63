/**
 * The local web as a process of its own, so that its CPU time can be told from ours: prints its origin and serves
 * until its standard input ends, which is when whoever started it ends, however that happens.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGzipPage } from './gzip-page.ts';
import { PAGE_KILOBYTES, VARIANTS, parsePagePath } from './page-address.ts';
import { generatePage, TEMPLATE_NAMES } from './page-generator.ts';

const KEEP_ALIVE_MS = 120_000;

const pages = new Map<string, (number: number) => Buffer>();
for (const template of TEMPLATE_NAMES) {
  for (const kilobytes of PAGE_KILOBYTES) {
    for (let variant = 0; variant < VARIANTS; variant++) {
      const { opening, rest } = generatePage({
        template,
        bytes: kilobytes * 1000,
        seed: variant * 1000 + kilobytes,
      });
      const compress = createGzipPage(rest);
      pages.set(`${template}/${kilobytes}/${variant}`, (number) => compress(opening(number)));
    }
  }
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const address = parsePagePath(request.url ?? '');
  const page = address && pages.get(`${address.template}/${address.kilobytes}/${address.variant}`);
  if (!page) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page\n');
    return;
  }
  const body = page(address.number);
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'content-length': body.length,
      'cache-control': 'public, max-age=300',
      'content-language': 'en',
      vary: 'accept-encoding',
      etag: `"${address.number}-${body.length}"`,
      'last-modified': 'Tue, 12 May 2026 08:00:00 GMT',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000',
    })
    .end(body);
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, serve);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
// The terminal's Ctrl-C reaches every process of its group; the end is decided where the measurement runs.
process.on('SIGINT', () => undefined);
process.stdin.on('end', () => process.exit(0)).resume();
