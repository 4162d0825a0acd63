import { writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/** Writes all of it before it returns, also where whoever reads is slow: what was written is there when the process is killed. */
export function writeAtOnce(descriptor: 1 | 2, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Has `process.stdout`, `process.stderr` and with them `console` write at once. */
export function replaceStandardStreams(): void {
  for (const [name, descriptor] of [
    ['stdout', 1],
    ['stderr', 2],
  ] as const) {
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        writeAtOnce(descriptor, chunk);
        done();
      },
    });
    Object.defineProperty(process, name, {
      value: Object.assign(stream, { fd: descriptor }),
      configurable: true,
    });
  }
}
