import { Readable } from 'node:stream';
import { MediumError } from './medium-error.ts';

/** The same stream, which fails with a `MediumError` once more than so many bytes have come. */
export function limitBytes(source: Readable, maxBytes: number): Readable {
  async function* counted(): AsyncGenerator<Buffer> {
    let length = 0;
    for await (const chunk of source as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxBytes) throw new MediumError(`it is larger than ${maxBytes} bytes`);
      yield chunk;
    }
  }
  const limited = Readable.from(counted(), { objectMode: false });
  limited.once('close', () => source.destroy());
  return limited;
}
