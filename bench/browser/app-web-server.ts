/**
 * Generated applications as a process of their own, so that their server's CPU time can be told from others: prints its
 * origin and serves from memory until its standard input ends.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { heavyApp, heavyAppData, heavyFiles } from './pages/heavy-app.ts';
import { mixedSites } from './pages/mixed-site.ts';
import { simpleApp, simpleAppData } from './pages/simple-app.ts';

const KEEP_ALIVE_MS = 120_000;
const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

const state = { plainPages: new Map<string, Buffer>() };
const files = heavyFiles();

function find(url: string): { content: Buffer | string; type: string; isLasting?: boolean } | undefined {
  const plain = state.plainPages.get(url);
  if (plain) return { content: plain, type: HTML };
  const [, list, isData] = /^\/(?:simple|mixed\/app)\/(\d+)(\.json)?$/.exec(url) ?? [];
  if (list !== undefined) {
    const number = Number(list);
    return isData
      ? { content: simpleAppData(number), type: JSON_TYPE }
      : { content: simpleApp(number), type: HTML };
  }
  const [, store, name] = /^\/heavy\/(\d+)(?:\/([\w-]+)\.json)?$/.exec(url) ?? [];
  if (store !== undefined) {
    if (name === undefined) return { content: heavyApp(Number(store)), type: HTML };
    const content = heavyAppData(Number(store), name);
    return content === undefined ? undefined : { content, type: JSON_TYPE };
  }
  const file = files.get(url.replace('/heavy-files/', ''));
  return file && { ...file, isLasting: true };
}

function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
  const found = find(url);
  if (!found) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page\n');
    return;
  }
  response
    .writeHead(200, {
      'content-type': found.type,
      'content-length': Buffer.byteLength(found.content),
      'cache-control': found.isLasting ? 'public, max-age=3600' : 'no-store',
    })
    .end(found.content);
}

const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, serve);
server.listen(0, '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.plainPages = mixedSites(origin);
  process.stdout.write(`${origin}\n`);
});
// The terminal's Ctrl-C reaches every process of its group; the end is decided where the measurement runs.
process.on('SIGINT', () => undefined);
process.stdin.on('end', () => process.exit(0)).resume();
