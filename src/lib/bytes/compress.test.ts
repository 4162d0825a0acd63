import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compress, compressPieces, compressSync, decompressZstd } from './compress.ts';

/** A frame that says its size has more than the flag of one segment and no dictionary (RFC 8878, 3.1.1.1.1). */
const SAYS_SIZE = 0b0010_0000;
const FLAGS_AT = 4;

test('what is compressed comes back, whatever its size and signs, and says how long it is', async () => {
  for (const text of ['', 'a', 'ä€😀'.repeat(1_000), 'ü'.repeat(200_000)]) {
    const bytes = Buffer.from(text);
    const pieces = [bytes.subarray(0, 1), bytes.subarray(1)];
    for (const packed of [await compress(text), compressSync(bytes), await compressPieces(pieces)]) {
      assert.deepEqual(await decompressZstd(packed), bytes);
      assert.ok(bytes.length === 0 || (packed[FLAGS_AT]! & 0b1110_0000) !== 0, `${bytes.length} bytes`);
    }
  }
  assert.notEqual(compressSync('a short text')[FLAGS_AT]! & SAYS_SIZE, 0);
});
