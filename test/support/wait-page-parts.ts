import { createHash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { answer } from './test-site.ts';

export const ARTICLE = `<article><h1>The lighthouse</h1><p>${'The keeper climbed the stairs each night and lit the lamp for the ships at sea. '.repeat(4)}</p></article>`;
export const CONTENT = 'The list of the seven harbours';
/** Text from a server is as long as real text is. */
export const DATA = `${CONTENT}: ${'Ostend, Bergen, Riga, Gdynia, Kiel, Turku and Hull. '.repeat(4)}`;

/** `show` puts the content in and notes when. */
export const PRELUDE = `<script>
function show(html, into = document.getElementById('root')) { into.innerHTML = html; performance.mark('final'); }
const get = (url) => fetch(url).then((answer) => answer.text());
</script>`;

export function page(body: string): string {
  return `<!doctype html><html><head><meta charset="utf-8"><title>Page</title>${PRELUDE}</head><body>${body}</body></html>`;
}

export function shell(script: string, placeholder = ''): string {
  return page(`<div id="root">${placeholder}</div><script>${script}</script>`);
}

export function late(ms: number, text = DATA, type = 'text/plain'): RequestListener {
  return (request, response) => {
    const listener = answer(text, { 'content-type': type, 'cache-control': 'no-store' });
    setTimeout(() => listener(request, response), ms);
  };
}

/** Never answers. */
export const hang: RequestListener = () => undefined;

export const stream: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
  setTimeout(() => response.write(`data: ${DATA}\n\n`), 500);
};

/** A WebSocket by hand that says one thing. */
export const socket: RequestListener = (request) => {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  request.socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  const payload = Buffer.from(DATA);
  const frame = Buffer.concat([Buffer.from([0x81, 126, payload.length >> 8, payload.length & 255]), payload]);
  setTimeout(() => request.socket.write(frame), 600);
};

export const SERVICE_WORKER = `
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  if (event.request.url.endsWith('/made-here')) event.respondWith(new Response(${JSON.stringify(DATA)}));
});`;
