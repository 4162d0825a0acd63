import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { scanEntries } from './scan-entries.ts';

/** An entry as writers make it that do not know its length beforehand: that stands behind it. */
function streamed(name: string, content: Buffer, statedLength = 0): Buffer {
  const header = Buffer.alloc(30);
  header.write('PK\x03\x04', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(statedLength === 0 ? 8 : 0, 6);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(statedLength, 18);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), content]);
}

test('an entry without a length ends where the next one begins, or the directory', () => {
  const content = deflateRawSync('some text');
  const bytes = Buffer.concat([
    streamed('a', content),
    Buffer.from('PK\x07\x08 length', 'latin1'),
    streamed('b', content),
    Buffer.from('PK\x01\x02 directory', 'latin1'),
  ]);
  const [a, b, ...others] = scanEntries(bytes, 10);
  assert.deepEqual(others, []);
  assert.equal(a?.length, content.length + 11);
  assert.equal(
    bytes.toString('latin1', b?.start, (b?.start ?? 0) + (b?.length ?? 0)),
    content.toString('latin1'),
  );
});

test('a length that is more than there is does not hide the next entry', () => {
  const bytes = Buffer.concat([streamed('a', Buffer.from('x'), 2 ** 31), streamed('b', Buffer.from('y'))]);
  assert.deepEqual(
    scanEntries(bytes, 10).map(({ name, length }) => [name, length]),
    [
      ['a', 1],
      ['b', 1],
    ],
  );
});

test('signatures that stand by chance are no entries, and a cut header is none', () => {
  const noName = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(40)]);
  const bytes = Buffer.concat([
    noName,
    streamed('a', Buffer.from('x')),
    streamed('b', Buffer.from('')).subarray(0, 20),
  ]);
  assert.deepEqual(
    scanEntries(bytes, 10).map(({ name }) => name),
    ['a'],
  );
});
