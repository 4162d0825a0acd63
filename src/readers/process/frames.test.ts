import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readFrames, writeFrame } from './frames.ts';

const LIMITS = { maxJsonBytes: 100_000_000, maxPayloadBytes: 10 };

/** Gives the messages and payloads of a stream, and the error that ends it. */
async function hear(write: (stream: PassThrough) => void): Promise<unknown[]> {
  const stream = new PassThrough();
  const heard: unknown[] = [];
  readFrames(stream, LIMITS, {
    onFrame: (message, payload) => heard.push([message, payload.toString()]),
    onError: (error) => heard.push(error.message),
  });
  write(stream);
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  return heard;
}

test('frames are heard as they were written', async () => {
  const heard = await hear((stream) => {
    writeFrame(stream, { a: [1] }, Buffer.from('bytes'));
    writeFrame(stream, { b: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[' });
  });
  assert.deepEqual(heard, [
    [{ a: [1] }, 'bytes'],
    [{ b: '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[' }, ''],
  ]);
});

test('what a parser would take long for is not heard, nor what follows it', async () => {
  for (const [json, message] of [
    ['['.repeat(100_000), 'A message nests deeper than 20 levels'],
    [`[${'{},'.repeat(3_000_000)}{}]`, 'A message has more than 3000000 lists and objects'],
  ] as const) {
    const heard = await hear((stream) => {
      const head = Buffer.alloc(8);
      head.writeUInt32LE(json.length, 0);
      stream.write(head);
      stream.write(json);
      writeFrame(stream, { after: true });
    });
    assert.deepEqual(heard, [message]);
  }
});
