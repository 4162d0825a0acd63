import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { html } from '../markup.ts';
import { addWebFiles } from './add-web-files.ts';
import { createWebFiles, readWebFiles, type WebFiles } from './web-files.ts';
import { renderWebPage } from './web-page.ts';

const SOURCES: Record<string, string> = {
  'app/main.ts': `import { add } from './add.ts';\nimport type { N } from './n.ts';\nimport { html } from 'markup';\nconst from = './no.ts';\nexport const n: N = add(1, 2);\nvoid [html, from];\n`,
  'app/add.ts': 'export function add(a: number, b: number): number {\n  return a + b;\n}\n',
  'app/n.ts': 'export type N = number;\n',
  'app/add.test.ts': 'throw new Error();\n',
  'look.css': 'body { color: red }\n',
};

/** The sources in a folder, with a library that is found elsewhere; `changes` are written instead. */
function read(changes: Record<string, string> = {}): WebFiles {
  const folder = mkdtempSync(path.join(tmpdir(), 'decant-web-'));
  try {
    for (const [name, text] of Object.entries({ ...SOURCES, ...changes })) {
      mkdirSync(path.join(folder, 'web', path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, 'web', name), text);
    }
    const library = path.join(folder, 'index.mjs');
    writeFileSync(library, 'export const html = 1;\n');
    return readWebFiles({ folder: path.join(folder, 'web'), libraries: { markup: library } });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('types are stripped and imports known; tests are no part of it', () => {
  const files = read();
  const main = files.file('app/main.ts');
  assert.doesNotMatch(main.bytes.toString(), /: N|import type/);
  assert.match(main.bytes.toString(), /import \{ add \} from '.\/add.ts'/);
  assert.deepEqual(main.imports, ['app/add.ts', 'markup']);
  assert.throws(() => files.file('app/add.test.ts'), /There is no app\/add.test.ts/);
});

test('an address changes with its own file and with no other', () => {
  const before = read();
  const after = read({ 'app/add.ts': 'export const add = (a: number, b: number) => a + b;\n' });
  assert.match(before.file('app/main.ts').address, /^web\/app\/main\.[\da-f]{16}\.js$/);
  assert.match(before.file('markup').address, /^web\/lib\/markup\.[\da-f]{16}\.js$/);
  assert.equal(after.file('app/main.ts').address, before.file('app/main.ts').address);
  assert.notEqual(after.file('app/add.ts').address, before.file('app/add.ts').address);
  assert.equal(after.atAddress(before.file('app/add.ts').address), undefined);
  assert.equal(after.importMap['web/app/add.ts'], after.file('app/add.ts').address);
  assert.equal(after.importMap['markup'], after.file('markup').address);
});

test('a page names all that it will need, and its own text is no script', () => {
  const files = read();
  const page = renderWebPage(files, {
    title: 'A <b>',
    module: 'app/main.ts',
    styles: ['look.css'],
    root: '../',
    body: html`<p>${'<script>'}</p>`,
  });
  const preloaded = Array.from(page.html.matchAll(/modulepreload" href="([^"]+)"/g), ([, href]) => href);
  const wanted = ['app/main.ts', 'app/add.ts', 'markup'].map((name) => `../${files.file(name).address}`);
  assert.deepEqual(preloaded, wanted);
  assert.match(page.html, /<title>A &lt;b&gt;<\/title>/);
  assert.match(page.html, /&lt;script&gt;/);
  const policy = page.headers['content-security-policy'] ?? '';
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe/);
});

test('files are kept for a year and compressed as the client takes them', async () => {
  await using door = await open();
  const { address, bytes } = door.files.file('app/main.ts');
  const plain = await door.ask(`/${address}`);
  assert.equal(plain.status, 200);
  assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
  assert.equal(plain.headers.vary, 'accept-encoding');
  assert.equal(plain.headers['x-content-type-options'], 'nosniff');
  assert.deepEqual(plain.body, bytes);
  const best = await door.ask(`/${address}`, 'gzip, deflate, br;q=0.5');
  assert.equal(best.headers['content-encoding'], 'br');
  assert.deepEqual(brotliDecompressSync(best.body), bytes);
  const second = await door.ask(`/${address}`, 'gzip, br;q=0');
  assert.equal(second.headers['content-encoding'], 'gzip');
  assert.deepEqual(gunzipSync(second.body), bytes);
  assert.equal((await door.ask(`/${address}`, 'zstd, *;q=0')).headers['content-encoding'], undefined);
});

test('no path leads to a file but the addresses', async () => {
  await using door = await open();
  const { address } = door.files.file('app/main.ts');
  const tricks = [
    '/web/app/main.ts',
    '/web/app/main.js',
    `/${address.replace(/[\da-f]{16}/, '0000000000000000')}`,
    `/${address}/`.replace('.js/', '.js%00'),
    `/web/app/../${address.slice(4)}`,
    `/web/app/%2e%2e/${address.slice(4)}`,
    '/web/../package.json',
    '/web/..%2f..%2fpackage.json',
    '/web/%2fetc%2fpasswd',
    '/web//etc/passwd',
    '/web/',
    '/web/constructor',
    '/web/__proto__',
  ];
  for (const trick of tricks) assert.equal((await door.ask(trick)).status, 404, trick);
});

test('the files of the product are read, with each import among them', () => {
  const files = createWebFiles()();
  const reached = new Set(['live/main.ts']);
  for (const name of reached) for (const imported of files.file(name).imports) reached.add(imported);
  assert.ok(reached.size > 5);
});

async function open() {
  const files = read();
  const server = fastify();
  addWebFiles(server, () => files);
  server.setErrorHandler((error: { code?: string }, _request, reply) =>
    reply.status(error.code === 'NOT_FOUND' ? 404 : 500).send(),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    files,
    /** The path goes out as it is written. */
    async ask(target: string, accepted?: string) {
      const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      get({ host: '127.0.0.1', port, path: target, headers, agent: false }, resolve).once('error', reject);
      const answer = await promise;
      return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
