import type { Readable, Writable } from 'node:stream';
import { CdpError } from './cdp-error.ts';
import { CDP_LIMITS, type CdpLimits, type CdpTransport } from './cdp-transport.ts';
import { createMessageReader } from './read-messages.ts';

/** Chromium reads from its handle 3 and writes to its handle 4; each message ends with a zero byte. */
export interface BrowserPipe {
  toBrowser: Writable;
  fromBrowser: Readable;
}

/** Opens the transport of `--remote-debugging-pipe`: JSON texts that end with a zero byte. */
export function openPipeTransport(
  { toBrowser, fromBrowser }: BrowserPipe,
  limits: CdpLimits = CDP_LIMITS,
): CdpTransport {
  const closing = Promise.withResolvers<Error>();
  const gather = createGather(toBrowser);
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
      gather();
      toBrowser.write(`${message}\0`);
      if (toBrowser.writableLength > limits.maxQueuedBytes) {
        close(new CdpError('closed', 'The browser does not read what is sent to it'));
      }
    },
    get queuedBytes() {
      return toBrowser.writableLength;
    },
    setPaused(isPaused) {
      if (isPaused) fromBrowser.pause();
      else fromBrowser.resume();
    },
    listen({ onMessage, onClose, onDrain }) {
      if (onDrain) toBrowser.on('drain', onDrain);
      const closeWith = (cause?: unknown): void =>
        close(new CdpError('closed', 'The browser has closed its pipe', { cause }));
      for (const stream of [toBrowser, fromBrowser]) {
        stream.on('error', closeWith);
        stream.on('close', () => closeWith());
      }
      fromBrowser.on('end', () => closeWith());
      const read = createMessageReader(onMessage, limits);
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

/** Messages of one turn leave in one write: each would wake the browser by itself. */
function createGather(stream: Writable): () => void {
  let isGathering = false;
  return function gather() {
    if (isGathering) return;
    isGathering = true;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
