import { Readable } from 'node:stream';

/** The first bytes of a stream (fewer when it is shorter), and the whole stream as if nothing had been read. */
export async function peek(source: Readable, bytes: number): Promise<{ head: Buffer; stream: Readable }> {
  const iterator = source.iterator({ destroyOnReturn: true });
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < bytes) {
    const { done, value } = (await iterator.next()) as IteratorResult<Buffer, undefined>;
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  const head = Buffer.concat(chunks);
  async function* whole(): AsyncGenerator<Buffer> {
    try {
      if (head.length > 0) yield head;
      for (;;) {
        const { done, value } = (await iterator.next()) as IteratorResult<Buffer, undefined>;
        if (done) return;
        yield value;
      }
    } finally {
      source.destroy();
    }
  }
  const stream = Readable.from(whole(), { objectMode: false });
  // Nobody may have begun to read it: a generator that has not started is not ended.
  stream.once('close', () => source.destroy());
  return { head, stream };
}
