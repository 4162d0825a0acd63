import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { describe, test } from 'node:test';
import type { CdpLimits, CdpTransport } from './cdp-transport.ts';
import { openPipeTransport } from './open-pipe-transport.ts';

interface Wired {
  transport: CdpTransport;
  toBrowser: PassThrough;
  fromBrowser: PassThrough;
  messages: string[];
  closed: Promise<Error>;
}

function wire(limits: CdpLimits = { maxMessageBytes: 100, maxQueuedBytes: 100 }): Wired {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
  const transport = openPipeTransport({ toBrowser, fromBrowser }, limits);
  const messages: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<Error>();
  transport.listen({ onMessage: (message) => void messages.push(message), onClose: resolve });
  return { transport, toBrowser, fromBrowser, messages, closed };
}

/** Returns when all of it has been read. */
async function feed(stream: PassThrough, ...chunks: Buffer[]): Promise<void> {
  for (const chunk of chunks) {
    const read = once(stream, 'data');
    stream.write(chunk);
    await read;
  }
}

describe('openPipeTransport', () => {
  test('finds messages wherever they are cut', async () => {
    const { fromBrowser, messages } = wire();
    const bytes = Buffer.from('{"a":"é€😀"}\0{}\0\0[1]\0');
    await feed(fromBrowser, ...Array.from(bytes, (byte) => Buffer.of(byte)));
    assert.deepEqual(messages, ['{"a":"é€😀"}', '{}', '', '[1]']);
    await feed(fromBrowser, bytes);
    assert.equal(messages.length, 8);
  });

  test('ends each message with a zero byte', async () => {
    const { transport, toBrowser } = wire();
    transport.send('{"id":1}');
    const [chunk] = (await once(toBrowser, 'data')) as [Buffer];
    assert.equal(chunk.toString(), '{"id":1}\0');
  });

  test('sends what is said in one turn at once', async () => {
    const writes: string[] = [];
    const toBrowser = new Writable({
      decodeStrings: false,
      write: (text: string, _encoding, done) => {
        writes.push(text);
        done();
      },
      writev: (texts, done) => {
        writes.push(texts.map(({ chunk }) => String(chunk)).join(''));
        done();
      },
    });
    const transport = openPipeTransport({ toBrowser, fromBrowser: new PassThrough() });
    transport.send('1');
    transport.send('2');
    assert.deepEqual(writes, []);
    await Promise.resolve().then(() => transport.send('3'));
    await new Promise((resolve) => void setImmediate(resolve));
    transport.send('4');
    await new Promise((resolve) => void setImmediate(resolve));
    assert.deepEqual(writes, [['1', '2', '3', ''].join('\0'), '4\0']);
  });

  test('closes on a message that is too large, in one piece or in many', async () => {
    for (const pieces of [1, 3]) {
      const { fromBrowser, closed, messages } = wire();
      const piece = Buffer.alloc(Math.ceil(101 / pieces), 'x');
      for (let sent = 0; sent < pieces; sent += 1) fromBrowser.write(piece);
      assert.match((await closed).message, /exceeds 100 bytes/);
      assert.deepEqual(messages, []);
    }
  });

  test('passes over events that are too large, and goes on', async () => {
    for (const size of [1, 7, 1_000]) {
      const { fromBrowser, messages } = wire({
        maxMessageBytes: 100,
        maxEventBytes: 60,
        maxQueuedBytes: 100,
      });
      const event = (bytes: number): string => `{"method":"N.e","params":"${'x'.repeat(bytes - 28)}"}`;
      assert.equal(event(60).length, 60);
      const bytes = Buffer.from(`${event(61)}\0${event(500)}\0${event(60)}\0{"id":7,"result":{}}\0`);
      for (let at = 0; at < bytes.length; at += size) await feed(fromBrowser, bytes.subarray(at, at + size));
      assert.deepEqual(messages, [event(60), '{"id":7,"result":{}}']);
    }
  });

  test('tells of a failure instead of an answer that is too large', async () => {
    for (const size of [1, 30, 1_000]) {
      const { fromBrowser, messages } = wire({
        maxMessageBytes: 100,
        maxEventBytes: 60,
        maxQueuedBytes: 100,
      });
      const answer = (bytes: number): string => `{"id":12,"result":"${'x'.repeat(bytes - 21)}"}`;
      assert.equal(answer(100).length, 100);
      const bytes = Buffer.from(`${answer(100)}\0${answer(101)}\0${answer(500)}\0{}\0`);
      for (let at = 0; at < bytes.length; at += size) await feed(fromBrowser, bytes.subarray(at, at + size));
      const failure = '{"id":12,"error":{"code":-32000,"message":"The answer is too large"}}';
      assert.deepEqual(messages, [answer(100), failure, failure, '{}']);
    }
  });

  test('closes when the browser does not read', async () => {
    const { transport, closed, toBrowser } = wire();
    // Beyond what the stream itself takes in before it lets writers wait.
    for (let sent = 0; sent < 2 * toBrowser.writableHighWaterMark; sent += 50) transport.send('x'.repeat(49));
    assert.match((await closed).message, /does not read/);
  });

  test('closes when the browser ends, and drops what is sent after', async () => {
    const { transport, closed, fromBrowser } = wire();
    fromBrowser.end();
    assert.match((await closed).message, /closed its pipe/);
    transport.send('{}');
  });

  test('hands out nothing more once it is closed, not even the rest of a chunk', async () => {
    const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()];
    const transport = openPipeTransport({ toBrowser, fromBrowser });
    const messages: string[] = [];
    const reason = new Error('enough');
    const closed = new Promise<Error>((onClose) => {
      transport.listen({
        onMessage: (message) => {
          messages.push(message);
          transport.close(reason);
        },
        onClose,
      });
    });
    fromBrowser.write(['1', '2', '3', ''].join('\0'));
    assert.equal(await closed, reason);
    assert.deepEqual(messages, ['1']);
  });
});
