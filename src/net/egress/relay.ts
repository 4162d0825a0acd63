import type { Socket } from 'node:net';

interface RelayOptions {
  /** Bytes read from the client before it was ours. */
  head: Buffer;
  idleMs: number;
  totalMs: number;
  /** Whether so many bytes may pass; false ends the relay. */
  onBytes: (bytes: number, direction: 'sent' | 'received') => boolean;
}

/**
 * Passes bytes both ways between two connections, no faster than the slower one takes them, until either is closed:
 * nothing stays open then. A side that has only ended its own half may still listen. Resolves when both are closed.
 */
export function relay(client: Socket, target: Socket, options: RelayOptions): Promise<void> {
  const { head, idleMs, totalMs, onBytes } = options;
  const { promise, resolve } = Promise.withResolvers<void>();
  const destroy = (): void => {
    client.destroy();
    target.destroy();
  };
  const timer = setTimeout(destroy, totalMs).unref();
  const onClose = (): void => {
    if (!client.closed || !target.closed) return;
    clearTimeout(timer);
    resolve();
  };
  const pass = (from: Socket, to: Socket, direction: 'sent' | 'received') => {
    return (chunk: Buffer): void => {
      if (!onBytes(chunk.length, direction)) return destroy();
      if (to.writable && !to.write(chunk)) from.pause();
    };
  };
  const join = (from: Socket, to: Socket, onData: (chunk: Buffer) => void): void => {
    from.setTimeout(idleMs, destroy);
    from.on('error', () => from.destroy());
    from.on('data', onData);
    from.on('end', () => to.end());
    to.on('drain', () => from.resume());
    from.once('close', () => {
      // Bytes that it sent before it closed may still be on their way.
      to.destroySoon();
      onClose();
    });
    if (from.destroyed) to.destroySoon();
    else from.resume();
  };

  const send = pass(client, target, 'sent');
  if (head.length > 0) send(head);
  join(client, target, send);
  join(target, client, pass(target, client, 'received'));
  onClose();
  return promise;
}
