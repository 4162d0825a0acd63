import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { pickSize } from '../../../test/support/pick-size.ts';
import { gunzipSitemap } from './sitemap-gunzip.ts';

const MIB = 1024 * 1024;
/** Packed and unpacked more than is read on the spot. */
const LARGE = pickSize(2, 5) * MIB;

/** Text that gzip makes about a third of. */
function makeText(bytes: number): Buffer {
  let seed = 1;
  const lines: string[] = [];
  for (let size = 0; size < bytes; size += lines.at(-1)!.length) {
    seed = (seed * 16_807) % 2_147_483_647;
    lines.push(`https://site.test/${seed}\n`);
  }
  return Buffer.from(lines.join('')).subarray(0, bytes);
}

const FILES = new Map(
  [3, 20_000, 100_000, LARGE].map((size) => {
    const whole = makeText(size);
    return [size, { whole, zipped: gzipSync(whole) }];
  }),
);

describe('gunzipSitemap', () => {
  for (const size of [3, 100_000, LARGE]) {
    const { whole, zipped } = FILES.get(size)!;

    it(`${size} bytes, plain, zipped and zipped twice`, async () => {
      for (const file of [whole, zipped, gzipSync(zipped)]) {
        const { bytes, isTruncated } = await gunzipSitemap(file, 10 * MIB);
        assert.ok(whole.equals(bytes));
        assert.equal(isTruncated, false);
      }
    });

    it(`${size} bytes cut at the limit`, async () => {
      for (const file of [whole, zipped]) {
        const { bytes, isTruncated } = await gunzipSitemap(file, size - 1);
        assert.ok(whole.subarray(0, size - 1).equals(bytes));
        assert.equal(isTruncated, true);
        const all = await gunzipSitemap(file, size);
        assert.deepEqual([all.bytes.length, all.isTruncated], [size, false]);
      }
    });
  }

  it('keeps all that came before the data breaks off', async () => {
    for (const size of [20_000, LARGE]) {
      const { whole, zipped } = FILES.get(size)!;
      const { bytes, isTruncated } = await gunzipSitemap(zipped.subarray(0, zipped.length / 2), 10 * MIB);
      assert.equal(isTruncated, true);
      assert.ok(bytes.length > size * 0.45 && bytes.length < size * 0.55, String(bytes.length));
      assert.ok(whole.subarray(0, bytes.length).equals(bytes));
    }
  });

  it('keeps what came before the data is damaged', async () => {
    for (const size of [20_000, LARGE]) {
      const { whole, zipped } = FILES.get(size)!;
      const damageAt = Math.floor(zipped.length * 0.6);
      const damaged = Buffer.from(zipped).fill(0xff, damageAt, damageAt + 1000);
      const { bytes, isTruncated } = await gunzipSitemap(damaged, 10 * MIB);
      assert.equal(isTruncated, true);
      assert.ok(whole.subarray(0, size * 0.5).equals(bytes.subarray(0, size * 0.5)));
      const wrongChecksum = Buffer.from(zipped).fill(0xff, zipped.length - 8);
      const all = await gunzipSitemap(wrongChecksum, 10 * MIB);
      assert.equal(all.isTruncated, true);
      assert.ok(all.bytes.length > size * 0.9 && whole.subarray(0, all.bytes.length).equals(all.bytes));
    }
  });

  it('ends in the middle of a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(pickSize(8, 50) * MIB));
    const { bytes, isTruncated } = await gunzipSitemap(bomb, MIB);
    assert.deepEqual([bytes.length, isTruncated], [MIB, true]);
    const small = gzipSync(gzipSync(Buffer.alloc(pickSize(8, 30) * MIB)));
    assert.ok(small.length < 1_000);
    assert.equal((await gunzipSitemap(small, MIB)).bytes.length, MIB);
  });

  it('takes what is hardly a header for nothing', async () => {
    for (const file of [
      [0x1f, 0x8b],
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3],
      [0x1f, 0x8b, 99, 1, 2],
    ])
      assert.deepEqual(await gunzipSitemap(Uint8Array.from(file), MIB), {
        bytes: Buffer.alloc(0),
        isTruncated: true,
      });
    assert.deepEqual(await gunzipSitemap(new Uint8Array(), MIB), {
      bytes: new Uint8Array(),
      isTruncated: false,
    });
  });

  it('reads several members and passes over what follows them', async () => {
    const members = Buffer.concat([gzipSync('a'), gzipSync('b')]);
    assert.equal(Buffer.from((await gunzipSitemap(members, MIB)).bytes).toString(), 'ab');
    const padded = Buffer.concat([gzipSync('a'), Buffer.alloc(100)]);
    assert.equal(Buffer.from((await gunzipSitemap(padded, MIB)).bytes).toString(), 'a');
  });
});
