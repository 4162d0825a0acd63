import type { Readable, Writable } from 'node:stream';
import { CdpError } from './cdp-error.ts';
import { CDP_LIMITS, type CdpLimits, type CdpTransport } from './cdp-transport.ts';

/** Chromium reads from its handle 3 and writes to its handle 4; each message ends with a zero byte. */
export interface BrowserPipe {
  toBrowser: Writable;
  fromBrowser: Readable;
}

/** What `--remote-debugging-pipe` speaks: JSON texts that end with a zero byte. */
export function openPipeTransport(
  { toBrowser, fromBrowser }: BrowserPipe,
  limits: CdpLimits = CDP_LIMITS,
): CdpTransport {
  const closing = Promise.withResolvers<Error>();
  let isOpen = true;

  const close = (reason: Error): void => {
    if (!isOpen) return;
    isOpen = false;
    toBrowser.destroy();
    fromBrowser.destroy();
    closing.resolve(reason);
  };

  return {
    close,
    send(message) {
      if (!isOpen) return;
      toBrowser.write(`${message}\0`);
      if (toBrowser.writableLength > limits.maxQueuedBytes) {
        close(new CdpError('closed', 'The browser does not read what is sent to it'));
      }
    },
    listen({ onMessage, onClose }) {
      const closeWith = (cause?: unknown): void =>
        close(new CdpError('closed', 'The browser has closed its pipe', { cause }));
      for (const stream of [toBrowser, fromBrowser]) {
        stream.on('error', closeWith);
        stream.on('close', () => closeWith());
      }
      fromBrowser.on('end', () => closeWith());
      const read = createMessageReader(onMessage, limits.maxMessageBytes);
      fromBrowser.on('data', (chunk: Buffer) => {
        // Messages that lie in the chunk after the one whose reader closed the pipe are dropped.
        if (!read(chunk, () => isOpen)) {
          close(new CdpError('closed', `A message of the browser exceeds ${limits.maxMessageBytes} bytes`));
        }
      });
      void closing.promise.then(onClose);
    },
  };
}

/** Takes chunks; false when a message is larger than allowed. Each byte is looked at once. */
function createMessageReader(
  onMessage: (message: string) => void,
  maxBytes: number,
): (chunk: Buffer, isWanted: () => boolean) => boolean {
  const parts: Buffer[] = [];
  let bytes = 0;
  return (chunk, isWanted) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (bytes + end - start > maxBytes) return false;
      const last = chunk.subarray(start, end);
      const message = bytes === 0 ? last : Buffer.concat([...parts, last]);
      parts.length = 0;
      bytes = 0;
      start = end + 1;
      onMessage(message.toString());
      if (!isWanted()) return true;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
    bytes += chunk.length - start;
    return bytes <= maxBytes;
  };
}
