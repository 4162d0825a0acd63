import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLinkReader, FRAME_KIND, linkFrame } from './link-frames.ts';

test('frames are read as they were written, in pieces of any size', () => {
  const frames = [
    [FRAME_KIND.control, '{"type":"ready"}'],
    [FRAME_KIND.driver, 'é😀'],
    [FRAME_KIND.relay, ''],
    [FRAME_KIND.driver, 'x'.repeat(1_000)],
  ] as const;
  const bytes = Buffer.concat(frames.map(([kind, text]) => linkFrame(kind, text)));
  for (const size of [1, 3, 7, 500, bytes.length]) {
    const heard: unknown[] = [];
    const read = createLinkReader(1_000, (kind, text) => heard.push([kind, text]));
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size));
    assert.deepEqual(heard, frames, `pieces of ${size}`);
  }
});

test('a frame that is too large or of no kind is refused by its head', () => {
  const read = createLinkReader(10, () => assert.fail('a frame was heard'));
  assert.throws(
    () => read(linkFrame(FRAME_KIND.driver, 'x'.repeat(11)).subarray(0, 5)),
    /more than 10 bytes/,
  );
  const other = createLinkReader(10, () => assert.fail('a frame was heard'));
  assert.throws(() => other(Buffer.from([1, 0, 0, 0, 3])), /no known kind/);
});
