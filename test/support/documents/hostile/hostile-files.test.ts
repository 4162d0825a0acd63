import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { deflateRepeated } from './deflate-repeated.ts';
import { hostileFiles } from './index.ts';
import { overlappingZip } from './raw-zip.ts';
import { openZip } from '../../../../src/readers/zip/open-zip.ts';

const MAX_BYTES = 5 * 2 ** 20;

test('the names of hostile files are unique', () => {
  const names = hostileFiles.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
});

for (const kind of new Set(hostileFiles.map((file) => file.kind))) {
  test(`hostile files are small, and the same each time: ${kind}`, () => {
    for (const { name, make } of hostileFiles.filter((file) => file.kind === kind)) {
      const bytes = make();
      assert.ok(bytes.length <= MAX_BYTES, `${name} has ${bytes.length} bytes`);
      if (bytes.length < 20_000) assert.deepEqual(make(), bytes, name);
    }
  });
}

test('a repeated chunk unpacks to that', () => {
  const packed = deflateRepeated(Buffer.from('abc'), 5, Buffer.from('<'), Buffer.from('>'));
  assert.equal(inflateRawSync(packed).toString(), '<abcabcabcabcabc>');
});

test('parts that overlap are all there', async () => {
  const kernel = deflateRepeated(Buffer.from('kernel '), 3);
  const archive = await openZip(overlappingZip(['a', 'b', 'c'], kernel, 21, []));
  assert.deepEqual(archive.names, ['a', 'b', 'c']);
  for (const name of archive.names)
    assert.match(archive.read(name)?.toString('latin1') ?? '', /kernel kernel kernel $/);
  assert.equal(archive.read('c')?.length, 21);
  assert.equal(archive.read('b')?.length, 21 + 31);
});
