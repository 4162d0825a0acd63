import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const HOUR_SECONDS = 3_600;
const PROSE =
  'Some prose that is long enough to be taken for the content of this page by any filter there is. '.repeat(
    4,
  );

/** A tenth of a second of silence. */
const WAV = Buffer.concat([
  Buffer.from('RIFF'),
  uint32(36 + 800),
  Buffer.from('WAVEfmt '),
  uint32(16),
  Buffer.from([1, 0, 1, 0]),
  uint32(8_000),
  uint32(8_000),
  Buffer.from([1, 0, 8, 0]),
  Buffer.from('data'),
  uint32(800),
  Buffer.alloc(800, 128),
]);
const MP4 = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'),
  Buffer.from('\0\0\x0f\xa8mdat', 'latin1'),
  Buffer.alloc(4_000, 7),
]);
const TS = Buffer.concat(
  [1, 2, 3].map((fill) => Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187, fill)])),
);
/** What the stand-ins of programs write. */
const MP3 = 'ID3 of ffmpeg';

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const page = (inside: string, head = ''): string =>
  `<!doctype html><title>Page</title>${head}<main><h1>Page</h1><p>${PROSE}</p>${inside}</main>`;
const film = (body: Buffer = MP4) => answer(body, { 'content-type': 'video/mp4' });

async function bytesAt(url: string | undefined): Promise<{ type: string | null; bytes: Buffer }> {
  const response = await fetch(url ?? assert.fail('no link'));
  assert.equal(response.status, 200);
  return {
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('the formats audio and video', () => {
  let site: LoopbackSite;
  let service: TestService;
  let client: Firecrawl;

  before(async () => {
    site = await startTestSite({
      '/film': page('<video src="/film.mp4" controls></video>'),
      '/made': page(
        '<div id="player"></div><script>const sound = new Audio("/sound.wav"); sound.controls = true; player.append(sound);</script>',
      ),
      '/card': page('', '<meta property="og:video" content="/card.mp4">'),
      '/stream': page('<video><source src="/list.m3u8" type="application/x-mpegURL"></video>'),
      '/prose': page('<p>Nothing to hear.</p>'),
      '/closed': page('<video src="/closed.mp4"></video>'),
      '/large': page('<video src="/large.mp4"></video>'),
      '/inside': page('<video src="http://127.0.0.1:1/film.mp4"></video>'),
      '/film.mp4': film(),
      '/card.mp4': film(),
      '/sound.wav': answer(WAV, { 'content-type': 'audio/wav' }),
      '/list.m3u8': answer('#EXTM3U\n#EXTINF:1,\none.ts\n#EXTINF:1,\none.ts\n#EXT-X-ENDLIST\n'),
      '/one.ts': answer(TS),
      '/closed.mp4': answer('Members only', {}, 403),
      '/large.mp4': (_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': String(300 * 2 ** 20) });
        response.write(MP4);
      },
    });
    service = await startTestService({
      environment: {
        DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
        // No ffmpeg that may be here.
        PATH: '/nowhere',
      },
    });
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });

  after(async () => {
    await service?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });

  const scrape = (path: string, options: Record<string, unknown>) =>
    service.call('/v2/scrape', { url: site.origin + path, ...options });

  test('a film is a link for an hour that needs no key, fetched as the page would', async () => {
    const document = await client.scrape(`${site.origin}/film`, { formats: ['markdown', 'video'] });
    assert.match(document.markdown ?? '', /^# Page/);
    const link = new URL(document.video ?? assert.fail());
    const left = Number(link.searchParams.get('expires')) - Date.now() / 1000;
    assert.ok(left > HOUR_SECONDS - 60 && left <= HOUR_SECONDS, String(left));
    assert.deepEqual(await bytesAt(link.href), { type: 'video/mp4', bytes: MP4 });
    assert.equal(document.metadata?.creditsUsed, 5);
    assert.equal(document.warning, undefined);
    const { headers } = site.requests.find(({ url }) => url === '/film.mp4') ?? assert.fail();
    assert.equal(headers['referer'], `${site.origin}/film`);
    // It was found in the HTML: no browser was asked.
    assert.equal(site.requests.filter(({ url }) => url === '/film').length, 1);
    const kept = await service.call(`/v2/scrape/${String(document.metadata?.scrapeId)}`);
    assert.deepEqual((await bytesAt(kept.body.data.video)).bytes, MP4);
  });

  test('a page that is stored is asked again: its copy has no film', async () => {
    const again = await client.scrape(`${site.origin}/film`, { formats: ['video'], maxAge: 60_000_000 });
    assert.equal(again.metadata?.cacheState, 'miss');
    assert.deepEqual((await bytesAt(again.video)).bytes, MP4);
    const { status, body } = await scrape('/film', { formats: ['video'], lockdown: true });
    assert.deepEqual([status, body.code], [404, 'SCRAPE_LOCKDOWN_CACHE_MISS']);
  });

  test(
    'sound that only a script makes',
    { skip: process.platform !== 'linux' && 'no bundled browser here' },
    async () => {
      const document = await client.scrape(`${site.origin}/made`, { formats: ['audio'] });
      assert.deepEqual(await bytesAt(document.audio), { type: 'audio/wav', bytes: WAV });
      assert.match(document.warning ?? '', /audio\/wav.*DECANT_FFMPEG_PATH/);
    },
  );

  test('what a page says of itself in its head', async () => {
    const { body } = await scrape('/card', { formats: ['video'] });
    assert.deepEqual((await bytesAt(body.data.video)).bytes, MP4);
  });

  test('a recorded stream is put together', async () => {
    const { body } = await scrape('/stream', { formats: ['video'] });
    assert.deepEqual(await bytesAt(body.data.video), {
      type: 'video/mp2t',
      bytes: Buffer.concat([TS, TS]),
    });
  });

  const refused: Array<
    [what: string, path: string, format: string, status: number, code: string, message: RegExp]
  > = [
    ['no sound', '/prose', 'audio', 500, 'SCRAPE_AUDIO_UNSUPPORTED_URL', /No audio or video was found/],
    ['no film', '/prose', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /No video was found/],
    ['a film for members', '/closed', 'video', 403, 'SCRAPE_MEDIA_ACCESS_DENIED', /status 403/],
    ['too large', '/large', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /limit of 209715200 bytes/],
    ['sound in a film', '/film', 'audio', 500, 'SCRAPE_AUDIO_UNSUPPORTED_URL', /DECANT_FFMPEG_PATH/],
    ['an address of ours', '/inside', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /may not be reached/],
  ];
  for (const [what, path, format, status, code, message] of refused) {
    test(`refused: ${what}`, async () => {
      const got = await scrape(path, { formats: [format] });
      assert.deepEqual([got.status, got.body.code], [status, code]);
      assert.match(got.body.error, message);
    });
  }

  test('nothing is kept under zero data retention: it is refused before anything is fetched', async () => {
    const earlier = site.requests.length;
    const { status, body } = await scrape('/film', { formats: ['video'], zeroDataRetention: true });
    assert.deepEqual([status, body.code], [500, 'SCRAPE_ZDR_VIOLATION_ERROR']);
    assert.equal(site.requests.length, earlier);
  });
});

describe('audio and video with the operator’s programs', () => {
  test('ffmpeg takes sound out of films, yt-dlp brings what pages do not offer, through our guard', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-programs-'));
    await chmod(folder.path, 0o755);
    await using site = await startTestSite({
      '/film': page('<video src="/film.mp4"></video>'),
      '/prose': page(''),
      '/film.mp4': film(),
    });
    // Asks for the film of the site, and for what it must not reach, by way of the proxy that it is told.
    const ytDlp = `#!${process.execPath}
      const { get } = require('node:http');
      const { writeFileSync } = require('node:fs');
      const args = process.argv;
      const { hostname: host, port } = new URL(args[args.indexOf('--proxy') + 1]);
      const ask = (path, then) => get({ host, port, path }, (reply) => {
        const chunks = [];
        reply.on('data', (chunk) => chunks.push(chunk)).on('end', () => then(reply.statusCode, Buffer.concat(chunks)));
      });
      ask('http://127.0.0.1:1/', (status) => status === 403 && ask(new URL('/film.mp4', args.at(-1)).href, (_, film) => writeFileSync('media.mp4', film)));
    `;
    const ffmpeg = `#!/bin/sh\nfor name; do :; done\necho '${MP3}' > "\${name#file:}"\n`;
    for (const [name, source] of Object.entries({ 'yt-dlp': ytDlp, ffmpeg })) {
      await writeFile(join(folder.path, name), source);
      await chmod(join(folder.path, name), 0o755);
    }
    // Others work on this machine, too.
    const others = new Set(await readdir(tmpdir()));
    await using service = await startTestService({
      environment: {
        DECANT_ALLOW_ADDRESSES: `127.0.0.1:${site.port}`,
        PATH: folder.path,
        DECANT_YT_DLP_PATH: join(folder.path, 'yt-dlp'),
      },
    });
    const client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
    const both = await client.scrape(`${site.origin}/film`, { formats: ['audio', 'video'] });
    assert.deepEqual((await bytesAt(both.video)).bytes, MP4);
    const sound = await bytesAt(both.audio);
    assert.deepEqual([sound.type, sound.bytes.toString().trim()], ['audio/mpeg', MP3]);
    assert.equal(both.metadata?.creditsUsed, 9);
    const brought = await client.scrape(`${site.origin}/prose`, { formats: ['video'] });
    assert.deepEqual((await bytesAt(brought.video)).bytes, MP4);
    assert.deepEqual(
      (await readdir(tmpdir())).filter((name) => name.startsWith('decant-media-') && !others.has(name)),
      [],
    );
  });
});
