import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { answer, startTestSite } from '../../../test/support/test-site.ts';
import { findWalls } from '../../confine/kernel/walls.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { fetchMedia, type MediaRequest, type MediaTools } from './fetch-media.ts';
import { createFfmpeg } from './ffmpeg.ts';
import type { MediaCandidate } from './find-media.ts';
import type { OpenMediaStream } from './media-source.ts';
import { createYtDlp } from './yt-dlp.ts';

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
const MP3 = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)]);
const MP4 = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1'),
  Buffer.alloc(500, 7),
]);
const TS = (fill: number): Buffer =>
  Buffer.concat([1, 2, 3, 4].map(() => Buffer.concat([Buffer.from([0x47]), Buffer.alloc(187, fill)])));

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const text = (body: string) => answer(body, { 'content-type': 'application/vnd.apple.mpegurl' });
const bytes = (body: Buffer, type = 'application/octet-stream') => answer(body, { 'content-type': type });
const site = await startTestSite({
  '/a.wav': bytes(WAV, 'audio/x-wav'),
  '/a.mp3': bytes(MP3, 'audio/mpeg'),
  '/v.mp4': bytes(MP4, 'video/mp4'),
  '/unnamed': bytes(MP4),
  '/lies.mp4': answer('<h1>Sign in</h1>', { 'content-type': 'video/mp4' }),
  '/page.mp4': '<h1>Sign in</h1>',
  '/big.mp4': bytes(Buffer.concat([MP4, Buffer.alloc(100_000)])),
  '/master.m3u8': text(
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=4000000\nhigh.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=9000000\nhuge.m3u8\n',
  ),
  '/high.m3u8': text('#EXTM3U\n#EXTINF:1,\n1.ts\n#EXTINF:1,\n2.ts\n#EXT-X-ENDLIST\n'),
  '/deep/list.m3u8': text('#EXTM3U\n#EXTINF:1,\npiece.ts\n#EXT-X-ENDLIST\n'),
  '/deep/piece.ts': bytes(TS(3)),
  '/live.m3u8': text('#EXTM3U\n#EXTINF:1,\n1.ts\n'),
  '/locked.m3u8': text('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:1,\n1.ts\n#EXT-X-ENDLIST\n'),
  '/broken.m3u8': text('#EXTM3U\n#EXTINF:1,\n1.ts\n#EXTINF:1,\ngone.ts\n#EXT-X-ENDLIST\n'),
  '/apart.m3u8': text(
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="s",URI="sound.m3u8"\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="s"\nhigh.m3u8\n',
  ),
  '/sound.m3u8': text('#EXTM3U\n#EXTINF:1,\na.mp3\n#EXT-X-ENDLIST\n'),
  '/closed.mp4': answer('<h1>Members only</h1>', {}, 403),
  '/closed.m3u8': answer('', {}, 401),
  '/half.m3u8': text('#EXTM3U\n#EXTINF:1,\n1.ts\n#EXTINF:1,\nclosed.mp4\n#EXT-X-ENDLIST\n'),
  '/1.ts': bytes(TS(1)),
  '/2.ts': bytes(TS(2)),
  '/endless.mp4': (_request, response) =>
    void response.writeHead(200, { 'content-type': 'video/mp4' }).write(MP4),
  '/cut.mp4': (_request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': '5000' });
    response.write(MP4, () => response.destroy());
  },
});
const walls = await findWalls();
const folder = await mkdtempDisposable(join(tmpdir(), 'decant-test-media-'));
after(() => Promise.all([site[Symbol.asyncDispose](), folder.remove()]));

const fetchStream: OpenMediaStream = (url, headers, signal) =>
  new Promise((resolve, reject) => {
    if (url.includes('private')) reject(new ServiceError('SCRAPE_ADDRESS_NOT_ALLOWED'));
    // Where a redirect would have led.
    else if (url.endsWith('/moved.m3u8'))
      fetchStream(`${site.origin}/deep/list.m3u8`, headers, signal).then(
        (found) => resolve({ ...found, url: `${site.origin}/deep/list.m3u8` }),
        reject,
      );
    else
      get(url, { headers, signal, agent: false }, (body) =>
        resolve({ status: body.statusCode ?? 0, contentType: body.headers['content-type'], body }),
      ).on('error', reject);
  });

const stored = new Map<string, { contentType: string; bytes: Buffer }>();

async function put({ stream, contentType }: { stream: Readable; contentType: string }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  const key = `key${stored.size}`;
  stored.set(key, { contentType, bytes: Buffer.concat(chunks) });
  return key;
}

function candidate(path: string, kind: 'audio' | 'video' = 'video'): MediaCandidate {
  return { url: site.origin + path, kind, mimeType: '', isStream: path.endsWith('.m3u8') };
}

async function take(
  want: 'audio' | 'video',
  candidates: MediaCandidate[],
  { tools, ...request }: Partial<MediaRequest> & { tools?: Partial<MediaTools<string>> } = {},
): Promise<{ contentType: string; bytes: Buffer }> {
  const { key, contentType } = await fetchMedia(
    { want, candidates, pageUrl: `${site.origin}/page`, signal: AbortSignal.timeout(10_000), ...request },
    { fetchStream, put, temporaryFolder: folder.path, ...tools },
  );
  const blob = stored.get(key);
  assert.ok(blob);
  assert.equal(blob.contentType, contentType);
  return blob;
}

/** A program in this folder: a script of Node's. */
async function writeProgram(name: string, source: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, `#!${process.execPath}\n${source}`);
  await chmod(path, 0o755);
  return path;
}

const SPEAKS = `const { writeFileSync, readFileSync } = require('node:fs');
const args = process.argv.slice(2);
const inputs = args.flatMap((arg, index) => arg === '-i' ? [args[index + 1].slice('file:'.length)] : []);
writeFileSync(args.at(-1).slice('file:'.length), JSON.stringify({ args, env: process.env, inputs: inputs.map((name) => readFileSync(name).length) }));`;

describe('media are fetched and stored', () => {
  test('sound and film as they are', async () => {
    assert.deepEqual(await take('audio', [candidate('/a.wav', 'audio')]), {
      contentType: 'audio/wav',
      bytes: WAV,
    });
    assert.deepEqual(await take('video', [candidate('/v.mp4')]), { contentType: 'video/mp4', bytes: MP4 });
  });

  test('a file is what its first bytes say', async () => {
    assert.equal((await take('video', [candidate('/unnamed')])).contentType, 'video/mp4');
  });

  test('one that fails gives way to the next', async () => {
    const list = [candidate('/page.mp4'), candidate('/private.mp4'), candidate('/v.mp4')];
    assert.equal((await take('video', list)).contentType, 'video/mp4');
  });

  test('a recorded stream: the best quality allowed, its pieces in order', async () => {
    assert.deepEqual(await take('video', [candidate('/master.m3u8')]), {
      contentType: 'video/mp2t',
      bytes: Buffer.concat([TS(1), TS(2)]),
    });
  });

  test('a playlist that has moved: its pieces have moved with it', async () => {
    assert.deepEqual((await take('video', [candidate('/moved.m3u8')])).bytes, TS(3));
  });

  test('sound that is apart is taken alone', async () => {
    assert.deepEqual(await take('audio', [candidate('/apart.m3u8')]), {
      contentType: 'audio/mpeg',
      bytes: MP3,
    });
  });

  const refused: Array<[what: string, want: 'audio' | 'video', list: MediaCandidate[], message: RegExp]> = [
    ['nothing found', 'video', [], /No video was found on this page of 127\.0\.0\.1/],
    ['nothing found for sound', 'audio', [], /No audio or video was found/],
    ['sound only', 'video', [candidate('/a.mp3', 'audio')], /No video was found/],
    ['not there', 'video', [candidate('/gone.mp4')], /status 404/],
    ['a page', 'video', [candidate('/page.mp4')], /not a medium/],
    ['a page that says it is a film', 'video', [candidate('/lies.mp4')], /not a medium/],
    ['an address that may not be reached', 'video', [candidate('/private.mp4')], /may not be reached/],
    ['sound in a film without ffmpeg', 'audio', [candidate('/v.mp4')], /no ffmpeg/],
    ['sound apart without ffmpeg', 'video', [candidate('/apart.m3u8')], /apart from its picture/],
    ['live', 'video', [candidate('/live.m3u8')], /live/],
    ['encrypted', 'video', [candidate('/locked.m3u8')], /encrypted \(AES-128\)/],
    ['a piece is gone', 'video', [candidate('/broken.m3u8')], /status 404/],
    ['cut off', 'video', [candidate('/cut.mp4')], /connection was lost/],
  ];
  for (const [what, want, list, message] of refused) {
    test(`refused: ${what}`, async () => {
      const code = want === 'audio' ? 'SCRAPE_AUDIO_UNSUPPORTED_URL' : 'SCRAPE_VIDEO_UNSUPPORTED_URL';
      await assert.rejects(take(want, list), { code, message });
    });
  }

  test('what the site keeps for others is told apart', async () => {
    for (const path of ['/closed.mp4', '/closed.m3u8', '/half.m3u8']) {
      await assert.rejects(take('video', [candidate(path)]), {
        code: 'SCRAPE_MEDIA_ACCESS_DENIED',
        status: 403,
        message: /status 40[13]/,
      });
    }
    const list = [candidate('/closed.mp4'), candidate('/v.mp4')];
    assert.equal((await take('video', list)).contentType, 'video/mp4');
  });

  test('nothing larger than allowed, in files and in streams', async () => {
    for (const path of ['/big.mp4', '/high.m3u8']) {
      await assert.rejects(take('video', [candidate(path)], { maxBytes: 1_000 }), {
        message: /larger than 1000 bytes/,
      });
    }
  });

  test('the caller can go away at any time', async () => {
    const caller = new AbortController();
    const taking = assert.rejects(
      take('video', [candidate('/endless.mp4')], { signal: caller.signal }),
      /gone/,
    );
    while (!site.requests.some(({ url }) => url === '/endless.mp4'))
      await new Promise((resolve) => setImmediate(resolve));
    caller.abort(new Error('gone'));
    await taking;
  });

  test('a store that fails is not the page’s fault', async () => {
    const failing = () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE'));
    await assert.rejects(take('video', [candidate('/v.mp4')], { tools: { put: failing } }), {
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});

describe('with ffmpeg', () => {
  test('sound becomes mp3, without environment or network', async () => {
    const ffmpeg = createFfmpeg(await writeProgram('ffmpeg', SPEAKS), walls);
    for (const [path, kind] of [
      ['/v.mp4', 'video'],
      ['/a.wav', 'audio'],
      ['/high.m3u8', 'video'],
    ] as const) {
      const { contentType, bytes: said } = await take('audio', [candidate(path, kind)], {
        tools: { ffmpeg },
      });
      const { args, env, inputs } = JSON.parse(said.toString());
      assert.equal(contentType, 'audio/mpeg');
      assert.deepEqual(env, {});
      assert.equal(args[args.indexOf('-protocol_whitelist') + 1], 'file,pipe');
      assert.doesNotMatch(args[args.indexOf('-format_whitelist') + 1], /hls|concat|dash/);
      assert.equal(inputs[0], { '/v.mp4': MP4.length, '/a.wav': WAV.length, '/high.m3u8': 1_504 }[path]);
    }
    assert.deepEqual(
      (await readdir(folder.path)).filter((name) => name.startsWith('decant-media-')),
      [],
    );
  });

  test('mp3 stays as it is', async () => {
    const ffmpeg = createFfmpeg('/nowhere/ffmpeg', walls);
    assert.deepEqual((await take('audio', [candidate('/a.mp3', 'audio')], { tools: { ffmpeg } })).bytes, MP3);
  });

  test('streams become mp4, picture and sound joined', async () => {
    const ffmpeg = createFfmpeg(await writeProgram('ffmpeg', SPEAKS), walls);
    const { contentType, bytes: said } = await take('video', [candidate('/apart.m3u8')], {
      tools: { ffmpeg },
    });
    assert.equal(contentType, 'video/mp4');
    assert.deepEqual(JSON.parse(said.toString()).inputs, [1_504, MP3.length]);
  });

  test('one that hangs or fails is ended, with its words kept from the caller', async () => {
    const hanging = createFfmpeg(await writeProgram('hang', 'setInterval(() => {}, 1000)'), walls);
    const failing = createFfmpeg(
      await writeProgram('fail', 'console.error("secret /path"); process.exit(1)'),
      walls,
    );
    const message = /the program that converts it failed/;
    await assert.rejects(
      take('audio', [candidate('/v.mp4')], { timeoutMs: 200, tools: { ffmpeg: hanging } }),
      { message },
    );
    await assert.rejects(take('audio', [candidate('/v.mp4')], { tools: { ffmpeg: failing } }), { message });
    await assert.rejects(
      take('audio', [candidate('/v.mp4')], { tools: { ffmpeg: createFfmpeg('/nowhere', walls) } }),
      { message },
    );
  });
});

describe('with yt-dlp', () => {
  let open = 0;
  const openProxy = async () => {
    open += 1;
    return {
      url: 'http://127.0.0.1:9',
      async [Symbol.asyncDispose]() {
        open -= 1;
      },
    };
  };
  after(() => assert.equal(open, 0));

  const source = `const { writeFileSync } = require('node:fs');
const args = process.argv.slice(2);
const record = JSON.stringify({ args, env: process.env });
writeFileSync(args[args.indexOf('--output') + 1].replace('%(ext)s', 'mp4'), record);`;

  test('what the page itself does not offer, through the proxy alone', async () => {
    const download = createYtDlp({ path: await writeProgram('yt-dlp', source), walls });
    const ytDlp = { download, openProxy };
    const { contentType, bytes: said } = await take('video', [candidate('/page.mp4')], { tools: { ytDlp } });
    const { args, env } = JSON.parse(said.toString());
    assert.equal(contentType, 'video/mp4');
    assert.equal(args[args.indexOf('--proxy') + 1], 'http://127.0.0.1:9');
    assert.equal(args[args.indexOf('--downloader') + 1], 'native');
    assert.deepEqual(args.slice(-2), ['--', `${site.origin}/page`]);
    assert.ok(args.includes('--ignore-config'));
    assert.deepEqual(Object.keys(env).toSorted(), ['HOME', 'LANG', 'PATH', 'TMPDIR']);
    assert.notEqual(await readFile(join(folder.path, 'yt-dlp'), 'utf8'), '');
  });

  test('it is not asked when the page has what is wanted', async () => {
    const ytDlp = { download: () => Promise.reject(new Error('asked')), openProxy };
    assert.equal((await take('video', [candidate('/v.mp4')], { tools: { ytDlp } })).bytes.length, MP4.length);
  });

  test('a file that is too large, or none', async () => {
    const nothing = {
      download: createYtDlp({ path: await writeProgram('nothing', ''), walls }),
      openProxy,
    };
    await assert.rejects(take('video', [], { tools: { ytDlp: nothing } }), {
      code: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
    });
    const large = {
      download: createYtDlp({ path: await writeProgram('large', source), walls }),
      openProxy,
    };
    await assert.rejects(take('video', [], { maxBytes: 10, tools: { ytDlp: large } }), {
      code: 'SCRAPE_VIDEO_UNSUPPORTED_URL',
    });
  });
});
