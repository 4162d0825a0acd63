import { CdpError } from './cdp-error.ts';
import { CDP_LIMITS, type CdpLimits, type CdpTransport } from './cdp-transport.ts';

/**
 * A browser-level DevTools endpoint by its `ws:` or `wss:` address. Rejects with a `CdpError` when it cannot be reached,
 * which names no more of the address than its host: the rest may hold a token. Node's WebSocket hands out whole messages
 * only, so the limit is on what is taken, not on what is received.
 */
export async function openWebSocketTransport(
  address: URL,
  signal: AbortSignal,
  limits: CdpLimits = CDP_LIMITS,
): Promise<CdpTransport> {
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  await opened(socket, address.host, signal);
  return createTransport(socket, address.host, limits);
}

async function opened(socket: WebSocket, host: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (): void => reject(new CdpError('closed', `No browser answers at ${host}`));
  const abort = (): void =>
    reject(
      new CdpError('aborted', `Connecting to the browser at ${host} was given up`, { cause: signal.reason }),
    );
  socket.addEventListener('open', () => resolve(), { once: true });
  socket.addEventListener('error', fail);
  socket.addEventListener('close', fail);
  signal.addEventListener('abort', abort, { once: true });
  try {
    if (signal.aborted) abort();
    await promise;
  } catch (error) {
    socket.close();
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.removeEventListener('error', fail);
    socket.removeEventListener('close', fail);
  }
}

function createTransport(socket: WebSocket, host: string, limits: CdpLimits): CdpTransport {
  const closing = Promise.withResolvers<Error>();
  let isOpen = true;

  const close = (reason: Error): void => {
    if (!isOpen) return;
    isOpen = false;
    // The closing handshake may take for ever; nothing is listened to meanwhile.
    socket.close();
    closing.resolve(reason);
  };
  const closeAsGone = (): void =>
    close(new CdpError('closed', `The browser at ${host} has closed the connection`));
  socket.addEventListener('error', closeAsGone);
  socket.addEventListener('close', closeAsGone);

  return {
    close,
    send(message) {
      if (!isOpen) return;
      socket.send(message);
      if (socket.bufferedAmount > limits.maxQueuedBytes) {
        close(new CdpError('closed', `The browser at ${host} does not read what is sent to it`));
      }
    },
    listen({ onMessage, onClose }) {
      socket.addEventListener('message', (event) => {
        const data: unknown = event.data;
        if (!isOpen) return;
        if (typeof data !== 'string') return close(new CdpError('closed', `${host} sent binary data`));
        if (data.length > limits.maxMessageBytes) {
          return close(
            new CdpError('closed', `A message of the browser exceeds ${limits.maxMessageBytes} bytes`),
          );
        }
        onMessage(data);
      });
      void closing.promise.then(onClose);
    },
  };
}
