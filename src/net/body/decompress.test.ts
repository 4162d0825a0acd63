import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import zlib from 'node:zlib';
import { contentCodings, type ContentCoding } from './content-codings.ts';
import { decompress } from './decompress.ts';
import { BodyCorruptError, BodyTooLargeError } from '../connection/exchange-error.ts';

const CODINGS: ContentCoding[] = ['gzip', 'deflate', 'br', 'zstd'];
const PAGE = Buffer.from(`<!doctype html><title>Ünïcode</title>${'<p>some words of a page</p>'.repeat(500)}`);
/** Larger than what is decoded on the spot, and does not shrink much. */
const LARGE = Buffer.from(randomBytes(350_000).toString('hex'));

/** The large one is encoded once: that takes longer than all that is tested of it. */
function encodeOnce(encoder: (bytes: Buffer) => Buffer): (bytes: Buffer) => Buffer {
  const memo: { large?: Buffer } = {};
  return function encodeLargeOnce(bytes) {
    return bytes === LARGE ? Buffer.from((memo.large ??= encoder(LARGE))) : encoder(bytes);
  };
}

const encode: Record<ContentCoding, (bytes: Buffer) => Buffer> = {
  gzip: encodeOnce(zlib.gzipSync),
  deflate: encodeOnce(zlib.deflateSync),
  br: encodeOnce((bytes) =>
    zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  ),
  zstd: encodeOnce(zlib.zstdCompressSync),
};

const limits = { maxBytes: 2_000_000, signal: new AbortController().signal };

for (const coding of CODINGS) {
  test(`${coding}: small and large bodies come back`, async () => {
    for (const body of [PAGE, LARGE, Buffer.from('x'), Buffer.alloc(0)]) {
      assert.ok((await decompress(encode[coding](body), [coding], limits)).equals(body));
    }
  });

  test(`${coding}: an empty body stays empty`, async () => {
    assert.equal((await decompress(Buffer.alloc(0), [coding], limits)).length, 0);
  });

  test(`${coding}: a bomb stops at the limit`, async () => {
    const bomb = encode[coding](Buffer.alloc(2_400_000));
    assert.ok(bomb.length < 1_000_000);
    await assert.rejects(decompress(bomb, [coding], limits), BodyTooLargeError);
  });

  test(`${coding}: the limit is exact`, async () => {
    for (const body of [PAGE, LARGE]) {
      const encoded = encode[coding](body);
      assert.equal(
        (await decompress(encoded, [coding], { ...limits, maxBytes: body.length })).length,
        body.length,
      );
      await assert.rejects(
        decompress(encoded, [coding], { ...limits, maxBytes: body.length - 1 }),
        BodyTooLargeError,
      );
    }
  });

  test(`${coding}: what came of a truncated body is the body`, async () => {
    const encoded = encode[coding](LARGE);
    const body = await decompress(encoded.subarray(0, encoded.length >> 1), [coding], limits);
    assert.ok(body.length > LARGE.length / 4);
    assert.ok(LARGE.subarray(0, body.length).equals(body));
  });

  test(`${coding}: rubbish after the end is ignored`, async () => {
    const body = await decompress(
      Buffer.concat([encode[coding](PAGE), Buffer.from('\0rubbish')]),
      [coding],
      limits,
    );
    assert.ok(body.equals(PAGE));
  });

  test(`${coding}: plain text under this name stays as it is`, async () => {
    for (const text of ['hello', '<!doctype html><p>Grüße</p>', PAGE.toString(), LARGE.toString()]) {
      assert.equal((await decompress(Buffer.from(text), [coding], limits)).toString(), text);
    }
  });

  test(`${coding}: an aborted signal ends the work with its reason`, async () => {
    const reason = new Error('gone');
    const aborted = AbortSignal.abort(reason);
    await assert.rejects(decompress(encode[coding](LARGE), [coding], { ...limits, signal: aborted }), reason);
    const controller = new AbortController();
    const work = decompress(encode[coding](LARGE), [coding], { ...limits, signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(work, reason);
  });
}

test('gzip in several members is one body', async () => {
  const [a, b] = [PAGE.subarray(0, 100), PAGE.subarray(100)];
  const members = Buffer.concat([encode.gzip(a), encode.gzip(b)]);
  assert.ok((await decompress(members, ['gzip'], limits)).equals(PAGE));
});

test('deflate without its zlib wrapper is read too', async () => {
  for (const body of [PAGE, LARGE]) {
    assert.ok((await decompress(zlib.deflateRawSync(body), ['deflate'], limits)).equals(body));
  }
});

test('gzip damaged in the middle yields its beginning', async () => {
  const encoded = encode.gzip(LARGE);
  encoded.fill(0xff, encoded.length >> 1, (encoded.length >> 1) + 1_000);
  const body = await decompress(encoded, ['gzip'], limits);
  assert.ok(body.length > LARGE.length / 3 && body.length < LARGE.length);
  assert.ok(LARGE.subarray(0, LARGE.length / 4).equals(body.subarray(0, LARGE.length / 4)));
});

test('Latin-1 text under the name of gzip stays as it is', async () => {
  const latin1 = Buffer.from('<p>Gr\u00fc\u00dfe</p>', 'latin1');
  assert.ok((await decompress(latin1, ['gzip'], limits)).equals(latin1));
});

test('gzip of which nothing can be decoded is an error', async () => {
  const damaged = Buffer.concat([encode.gzip(PAGE).subarray(0, 10), Buffer.alloc(500, 0xff)]);
  await assert.rejects(decompress(damaged, ['gzip'], limits), BodyCorruptError);
});

test('stacked codings are undone from the outside in', async () => {
  const body = encode.br(encode.gzip(encode.zstd(PAGE)));
  assert.ok((await decompress(body, ['zstd', 'gzip', 'br'], limits)).equals(PAGE));
});

test('the rest of a bomb is not even decoded', async (t) => {
  const member = encode.gzip(Buffer.alloc(2_000_000));
  const twoGigabytes = Buffer.concat(Array.from({ length: 1_000 }, () => member));
  const { mock: created } = t.mock.method(zlib, 'createGunzip');
  await assert.rejects(decompress(twoGigabytes, ['gzip'], limits), BodyTooLargeError);
  const decoded = created.calls.map(({ result }) => result?.bytesWritten ?? Infinity);
  assert.equal(decoded.length, 1);
  assert.ok(
    decoded.every((bytes) => bytes < 3 * member.length),
    String(decoded),
  );
});

test('a bomb under another layer stops at the limit', async () => {
  const bomb = encode.gzip(encode.gzip(Buffer.alloc(2_400_000)));
  await assert.rejects(decompress(bomb, ['gzip', 'gzip'], limits), BodyTooLargeError);
});

test('six layers are too many', async () => {
  const codings: ContentCoding[] = ['gzip', 'gzip', 'gzip', 'gzip', 'gzip', 'gzip'];
  const body = codings.reduce<Buffer>((bytes) => encode.gzip(bytes), PAGE);
  await assert.rejects(decompress(body, codings, limits), BodyCorruptError);
  assert.ok((await decompress(body, codings.slice(1), limits)).equals(encode.gzip(PAGE)));
});

const HEADERS: Array<[header: string | string[] | undefined, codings: ContentCoding[]]> = [
  [undefined, []],
  ['', []],
  ['identity', []],
  ['none', []],
  ['gzip', ['gzip']],
  [' GZip ', ['gzip']],
  ['x-gzip', ['gzip']],
  ['deflate, br', ['deflate', 'br']],
  ['gzip, identity,,zstd', ['gzip', 'zstd']],
  [
    ['gzip', 'br'],
    ['gzip', 'br'],
  ],
  ['utf-8', []],
  ['gzip, compress', []],
  ['constructor', []],
];

for (const [header, codings] of HEADERS) {
  test(`content-encoding ${JSON.stringify(header)}`, () => assert.deepEqual(contentCodings(header), codings));
}
