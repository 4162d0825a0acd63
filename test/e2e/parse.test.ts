import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Firecrawl } from 'firecrawl';
import { eventually } from '../support/eventually.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';

const CLI = fileURLToPath(new URL('../../node_modules/firecrawl-cli/dist/index.js', import.meta.url));
const PAGE =
  '<!doctype html><title>Report</title><nav><a href="/x">Menu</a></nav><main><h1>Report</h1><p>The year in figures, told in a <a href="/y">sentence</a> or two.</p></main>';

interface Answer {
  status: number;
  body: any;
}

describe('POST /v2/parse', () => {
  let service: CalledService;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'decant-parse-'));
    service = await shareTestService();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function send(body: FormData | string, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${service.url}/v2/parse`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${service.key}`, ...headers },
    });
    return { status: response.status, body: await response.json() };
  }

  function form(
    file: Buffer<ArrayBuffer> | string | undefined,
    name: string,
    options?: unknown,
    isFileLast = false,
  ): FormData {
    const parts = new FormData();
    const addOptions = (): void => {
      if (options !== undefined)
        parts.append('options', typeof options === 'string' ? options : JSON.stringify(options));
    };
    if (isFileLast) addOptions();
    if (file !== undefined) parts.append('file', new Blob([file]), name);
    if (!isFileLast) addOptions();
    return parts;
  }

  test('a file in either order of the parts, with options of a scrape', async () => {
    for (const isFileLast of [false, true]) {
      const { status, body } = await send(
        form(PAGE, 'report.html', { formats: ['markdown', 'html', 'links'] }, isFileLast),
      );
      assert.equal(status, 200);
      assert.match(body.data.markdown, /^# Report\n\nThe year in figures/);
      assert.match(body.data.html, /<h1>Report<\/h1>/);
      assert.match(body.data.markdown, /\[sentence\]\(\/y\)/);
      assert.deepEqual(body.data.links, ['/y']);
      const { metadata } = body.data;
      assert.equal(metadata.title, 'Report');
      assert.equal(metadata.sourceURL, 'https://upload.invalid/report.html');
      assert.equal(metadata.url, metadata.sourceURL);
      assert.equal(metadata.statusCode, 200);
      assert.equal(metadata.creditsUsed, 1);
      assert.match(metadata.scrapeId, /^[\da-f-]{36}$/);
      assert.equal(metadata.cacheState, undefined);
      const stored = await service.call(`/v2/scrape/${metadata.scrapeId}`);
      assert.equal(stored.body.data.markdown, body.data.markdown);
    }
    const { body } = await service.call('/v2/team/activity?limit=1');
    assert.deepEqual(
      [body.data[0].endpoint, body.data[0].target],
      ['scrape', 'https://upload.invalid/report.html'],
    );
  });

  test('names that no URL could hold, and files without options', async () => {
    for (const name of ['Jahres bericht #1?%.html', 'C:\\folder\\bericht.html', '年報.html']) {
      const { status, body } = await send(form(PAGE, name));
      assert.equal(status, 200, name);
      const { sourceURL } = body.data.metadata;
      assert.ok(
        decodeURIComponent(new URL(sourceURL).pathname).endsWith(name.split('\\').at(-1)!),
        sourceURL,
      );
    }
  });

  test('what is wrong with a request is said, with the status and code of the contract', async () => {
    const cases: Array<[what: FormData | string, code: string | undefined, message: RegExp, type?: string]> =
      [
        [form(undefined, ''), 'BAD_REQUEST', /file is missing/],
        [form(undefined, '', {}), 'BAD_REQUEST', /file is missing/],
        [
          form(PAGE, 'a.html', '{"formats":'),
          'BAD_REQUEST_INVALID_JSON',
          /The part options is not valid JSON/,
        ],
        [form(PAGE, 'a.html', { formatz: ['markdown'] }), 'BAD_REQUEST', /formatz/],
        [form(PAGE, 'a.html', { timeout: 300_001 }), 'BAD_REQUEST', /timeout/],
        [form(PAGE, 'a.html', { formats: ['screenshot'] }), 'PARSE_UNSUPPORTED_OPTIONS', /screenshot/],
        [
          form(PAGE, 'a.html', { formats: ['markdown', 'changeTracking'] }),
          'PARSE_UNSUPPORTED_OPTIONS',
          /changeTracking/,
        ],
        [
          form(PAGE, 'a.html', { actions: [{ type: 'wait', milliseconds: 1 }] }),
          'PARSE_UNSUPPORTED_OPTIONS',
          /actions/,
        ],
        [form(PAGE, 'a.html', { waitFor: 1 }), 'PARSE_UNSUPPORTED_OPTIONS', /waitFor/],
        [form(PAGE, 'a.html', { mobile: true }), 'PARSE_UNSUPPORTED_OPTIONS', /mobile/],
        [form(PAGE, 'a.html', { location: { country: 'DE' } }), 'PARSE_UNSUPPORTED_OPTIONS', /location/],
        [form(PAGE, 'a.html', { proxy: 'enhanced' }), 'PARSE_UNSUPPORTED_OPTIONS', /enhanced/],
        [form(PAGE, 'song.mp3'), 'UNSUPPORTED_FILE_TYPE', /audio files/],
        [form(PAGE, 'thing'), 'UNSUPPORTED_FILE_TYPE', /neither the extension/],
        ['{"file":"x"}', 'BAD_REQUEST', /multipart\/form-data/, 'application/json'],
        ['--x\r\nbroken', 'BAD_REQUEST', /multipart/, 'multipart/form-data; boundary=x'],
      ];
    for (const [what, code, message, type] of cases) {
      const { status, body } = await send(what, type === undefined ? {} : { 'content-type': type });
      assert.deepEqual([status, body.success, body.code], [400, false, code], JSON.stringify(body));
      assert.match(body.error, message);
    }
    const twice = form(PAGE, 'a.html');
    twice.append('file', new Blob([PAGE]), 'b.html');
    assert.equal((await send(twice)).status, 400);
    for (const part of ['bar', new Blob([PAGE])]) {
      const odd = form(undefined, '');
      odd.append('foo', part);
      const { status: refused, body } = await send(odd);
      assert.deepEqual([refused, body.code], [400, 'BAD_REQUEST']);
      assert.match(body.error, /^There is no part foo: send the file as `file` .* `options` as JSON/);
    }
    const { status } = await send(form(PAGE, 'a.html'), { authorization: 'Bearer nobody' });
    assert.equal(status, 401);
  });

  test('text under the name of a document or picture is refused, for nothing', async () => {
    for (const name of ['x.pdf', 'x.docx', 'x.png']) {
      const { status, body } = await send(form('A sentence, and nothing else.', name));
      assert.deepEqual([status, body.code], [400, 'UNSUPPORTED_FILE_TYPE'], name);
      assert.match(body.error, /its content is text$/);
    }
    assert.equal((await send(form('A sentence, and nothing else.', 'x.txt'))).status, 200);
  });

  test('50 MB are taken, more is refused, and nothing of it stays on disk', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const large = await send(form(Buffer.concat(Array<Buffer>(51).fill(megabyte)), 'a.pdf'));
    assert.deepEqual([large.status, large.body.code], [400, 'BAD_REQUEST']);
    assert.match(large.body.error, /50 MB/);
    const fitting = await send(
      form(Buffer.concat([Buffer.from('%PDF-1.7\n'), ...Array<Buffer>(49).fill(megabyte)]), 'a.pdf', {
        formats: ['links'],
        parsers: [],
      }),
    );
    assert.equal(fitting.status, 200, JSON.stringify(fitting.body));
    const left = (await readdir(tmpdir())).filter((name) => name.startsWith('decant-upload-'));
    assert.deepEqual(left, []);
  });

  test('a body that ends in the middle of a part is refused, and the service lives on', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = (name: string): string =>
      `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nhalf of i`;
    for (const body of [
      part('file'),
      part('other'),
      `--x\r\nContent-Disposition: form-data; name="options"\r\n\r\n{`,
    ]) {
      const { status } = await send(body, type);
      assert.equal(status, 400, body);
    }
    const twice = form(PAGE, 'a.html', {});
    twice.append('options', '{}');
    const { status, body } = await send(twice);
    assert.deepEqual([status, body.error], [400, 'The part options is there twice']);
    assert.equal((await send(form(PAGE, 'a.html'))).status, 200);
  });

  test('uploads that are given up leave nothing open', { skip: process.platform !== 'linux' }, async () => {
    const folderOfOpen = `/proc/${service.pid}/fd`;
    const openFiles = async (): Promise<string[]> =>
      Promise.all(
        (await readdir(folderOfOpen)).map((name) => readlink(path.join(folderOfOpen, name)).catch(() => '')),
      );
    const earlier = new Set(await openFiles());
    for (let count = 0; count < 20; count++) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(
        `POST /v2/parse HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n` +
          `--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${'x'.repeat(200_000)}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
      socket.destroy();
    }
    await eventually(async () => {
      const left = (await openFiles()).filter((file) => !earlier.has(file));
      assert.ok(left.length < 10, `opened since then: ${left.join(' ')}`);
    });
  });

  test('an empty file is told from a broken one', async () => {
    const extensions = [
      'pdf',
      'docx',
      'doc',
      'odt',
      'rtf',
      'xlsx',
      'xls',
      'pptx',
      'ppt',
      'odp',
      'epub',
      'png',
    ];
    for (const name of extensions.map((extension) => `a.${extension}`)) {
      const { status, body } = await send(form('', name));
      assert.deepEqual(
        [status, body.code],
        [500, 'SCRAPE_DOCUMENT_EMPTY'],
        `${name}: ${JSON.stringify(body)}`,
      );
    }
  });

  test('options about copies and sites mean nothing here', async () => {
    const options = {
      maxAge: 5,
      minAge: 1,
      storeInCache: true,
      lockdown: true,
      headers: { a: 'b' },
      proxy: 'auto',
    };
    const { status, body } = await send(form(PAGE, 'a.html', options));
    assert.deepEqual([status, body.data?.metadata.creditsUsed], [200, 1]);
  });

  test('npm client', async () => {
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const document = await client.parse(
      { data: Buffer.from(PAGE), filename: 'report.html', contentType: 'text/html' },
      { formats: ['markdown', 'links'] },
    );
    assert.match(document.markdown ?? '', /^# Report/);
    await assert.rejects(client.parse({ data: Buffer.from('x'), filename: 'a.zip' }), /archives/);
  });

  test('command line client', async () => {
    const place = path.join(folder, 'report.html');
    await writeFile(place, PAGE);
    const environment = {
      PATH: process.env['PATH'],
      HOME: folder,
      FIRECRAWL_API_URL: service.url,
      FIRECRAWL_API_KEY: service.key,
      FIRECRAWL_NO_TELEMETRY: '1',
      FIRECRAWL_NO_UPDATE_CHECK: '1',
    };
    const printed = await new Promise<string>((resolve, reject) => {
      execFile(process.execPath, [CLI, 'parse', place], { env: environment }, (error, stdout, stderr) =>
        error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
      );
    });
    assert.match(printed, /# Report\n\nThe year in figures/);
  });
});
