import type { Socket } from 'node:net';
import { UpstreamError } from './upstream-error.ts';

/**
 * Reads one message of a handshake and not a byte more. `take` is called whenever there may be data: it reads from the
 * socket what it needs and returns the message, or undefined until that has come. Rejects with what it throws, an
 * UpstreamError when the connection closes, or the signal's reason.
 */
export function readReply<T>(socket: Socket, take: () => T | undefined, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const settle = (): void => {
    socket.off('readable', onReadable);
    socket.off('end', onClosed);
    socket.off('close', onClosed);
    signal.removeEventListener('abort', onAbort);
  };
  const onReadable = (): void => {
    try {
      const reply = take();
      if (reply === undefined) return;
      settle();
      resolve(reply);
    } catch (error) {
      settle();
      reject(error);
    }
  };
  const onClosed = (): void => {
    settle();
    reject(new UpstreamError('The proxy closed the connection during the handshake'));
  };
  const onAbort = (): void => {
    settle();
    reject(signal.reason as Error);
  };
  if (signal.aborted) onAbort();
  else if (socket.destroyed) onClosed();
  else {
    socket.on('readable', onReadable);
    socket.once('end', onClosed);
    socket.once('close', onClosed);
    signal.addEventListener('abort', onAbort, { once: true });
    onReadable();
  }
  return promise;
}
