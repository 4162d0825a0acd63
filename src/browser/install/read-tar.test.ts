import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTar } from './read-tar.ts';

function entry(path: string, content: string, { type = '0', size = content.length } = {}): Buffer {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(type, 156);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

describe('readTar', () => {
  test('reads plain files, of any size, up to the end mark', () => {
    const long = 'x'.repeat(513);
    const archive = Buffer.concat([
      entry('folder/', '', { type: '5' }),
      entry('folder/a', 'one'),
      entry('empty', ''),
      entry('long', long),
      Buffer.alloc(1024),
      entry('after the end', 'no'),
    ]);
    assert.deepEqual(
      readTar(archive).map(({ path, content }) => [path, content.toString()]),
      [
        ['folder/a', 'one'],
        ['empty', ''],
        ['long', long],
      ],
    );
  });

  test('refuses sizes that are none or that run over the end', () => {
    assert.throws(() => readTar(entry('a', 'one', { size: 5_000 })), /broken at a/);
    const header = entry('a', '');
    header.write('zzz', 124);
    assert.throws(() => readTar(header), /broken at a/);
  });
});
