import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { after, before, describe, test } from 'node:test';
import type { Call } from '../../web/dashboard/playground/command-line.ts';
import { PROGRAMS } from '../../web/dashboard/playground/programs.ts';
import { commandEnvironment } from '../support/command-environment.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const HARD = `it's "quoted", $HOME \`x\` \\ and\nmore`;

/** Requests of the playground, with values that shells and flags could take for something else. */
const CALLS: readonly Call[] = [
  { task: 'scrape', body: { url: 'https://example.com/a?b=c&d=%27', formats: ['markdown', 'links'] } },
  {
    task: 'scrape',
    body: {
      url: 'https://example.com',
      formats: [
        'markdown',
        { type: 'screenshot', fullPage: true, viewport: { width: 800, height: 600 } },
        { type: 'attributes', selectors: [{ selector: 'a, b', attribute: 'href' }] },
        { type: 'question', question: HARD },
      ],
      onlyMainContent: false,
      mobile: true,
      includeTags: ['main', '[aria-label="Buy, now"]'],
      excludeTags: ['.ad', '#cookie'],
      headers: { 'x-a': HARD.replace('\n', ' ') },
      waitFor: 10,
      parsers: ['pdf'],
      location: { country: 'DE', languages: ['de'] },
      actions: [
        { type: 'click', selector: '[data-testid="it\'s"]' },
        { type: 'write', text: HARD },
      ],
      maxAge: 0,
      storeInCache: false,
      profile: { name: '-shop' },
      zeroDataRetention: true,
    },
  },
  {
    task: 'map',
    body: {
      url: 'https://example.com',
      search: '--limit',
      includePaths: ['^/a{1,2}$', 'b'],
      limit: 5,
      filterByPath: false,
      ignoreCache: true,
    },
  },
  {
    task: 'crawl',
    body: {
      url: 'https://example.com/docs',
      limit: 3,
      excludePaths: ['/x,y'],
      delay: 0.5,
      deduplicateSimilarURLs: false,
      scrapeOptions: {
        formats: ['markdown', { type: 'highlights', query: 'a, b' }],
        onlyMainContent: false,
        profile: { name: 'x' },
      },
      zeroDataRetention: true,
    },
  },
  {
    task: 'search',
    body: {
      query: '-cats "big, dogs"',
      limit: 2,
      sources: [{ type: 'web', tbs: 'qdr:d,sbd:1' }, 'news'],
      includeDomains: ['example.com', 'example.org'],
      safe: true,
      scrapeOptions: { formats: ['markdown'], onlyMainContent: false },
    },
  },
  {
    task: 'parse',
    fileName: `a "b", c's; d.html`,
    body: { formats: ['markdown', 'links'], onlyMainContent: false, includeTags: ['main'] },
  },
];

describe('programs that the playground writes', { concurrency: 2 }, () => {
  let server: Server;
  let base: string;
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>;
  const asked = new Map<
    string,
    Array<{ path: string; key: string | undefined; type: string; body: string }>
  >();

  before(async () => {
    folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-programs-'));
    server = createServer((request, response) => void answer(request, response));
    async function answer(
      ...[request, response]: Parameters<NonNullable<Parameters<typeof createServer>[1]>>
    ): Promise<void> {
      const [, name = '', ...rest] = (request.url ?? '').split('/');
      const { authorization: key, 'content-type': type = '' } = request.headers;
      const requests = asked.get(name) ?? [];
      asked.set(name, [...requests, { path: `/${rest.join('/')}`, key, type, body: await text(request) }]);
      // Whatever was asked for, the request is what counts here.
      response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify({ success: false, code: 'BAD_REQUEST', error: 'Enough is known' }));
    }
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const decant = path.join(folder.path, 'decant');
    await writeFile(decant, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
    await chmod(decant, 0o755);
  });

  after(async () => {
    server?.close();
    await folder?.remove();
  });

  const RUNNERS: Readonly<Record<string, (program: string) => [string, string[]]>> = {
    curl: (program) => ['sh', ['-c', program]],
    'command line': (program) => ['sh', ['-c', program]],
    node: (program) => [process.execPath, ['--input-type=module', '-e', program]],
    python: (program) => ['python3', ['-c', program]],
  };

  function run(language: string, program: string): Promise<{ isThere: boolean; said: string }> {
    const [command, args] = RUNNERS[language]!(program);
    const env = { ...commandEnvironment(), PATH: `${folder.path}:${process.env['PATH']}` };
    return new Promise((resolve) => {
      execFile(command, args, { env, cwd: folder.path }, (error, stdout, stderr) =>
        resolve({
          isThere: (error as NodeJS.ErrnoException | null)?.code !== 'ENOENT' && !/not found/.test(stderr),
          said: stdout + stderr,
        }),
      );
    });
  }

  for (const [language, write] of Object.entries(PROGRAMS)) {
    for (const [at, call] of CALLS.entries()) {
      // The library of Python has no forms with files, and another one may be missing.
      if (language === 'python' && call.task === 'parse') continue;
      test(`${language}: ${call.task} ${at + 1} asks for what the form says`, async (t) => {
        if (call.fileName !== undefined)
          await writeFile(path.join(folder.path, call.fileName), '<p>Some words.</p>');
        const name = `${language.replace(' ', '-')}-${at}`;
        const { isThere, said } = await run(language, write(call, `${base}/${name}`));
        if (!isThere) return t.skip(`no ${language} here`);
        const [request, ...others] = asked.get(name) ?? [];
        assert.ok(request, said);
        assert.deepEqual(others, []);
        assert.equal(request.path, `/v2/${call.task}`);
        assert.equal(request.key, 'Bearer fc-YOUR-KEY');
        if (call.task !== 'parse') return assert.deepEqual(JSON.parse(request.body), call.body);
        const form = await new Response(request.body, {
          headers: { 'content-type': request.type },
        }).formData();
        const file = form.get('file');
        assert.ok(file instanceof File);
        assert.equal(await file.text(), '<p>Some words.</p>');
        const options = form.get('options');
        assert.ok(typeof options === 'string');
        assert.deepEqual(JSON.parse(options), call.body);
      });
    }
  }
});
