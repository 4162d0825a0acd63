import { addAbortListener } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { CdpError } from './cdp-error.ts';
import { CDP_LIMITS, type CdpLimits, type CdpTransport } from './cdp-transport.ts';
import { isEvent } from './read-messages.ts';

export interface WebSocketEndpoint {
  /** `ws:` or `wss:`. */
  address: URL;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Connects to the address's host, with TLS when it is `wss:`; what it opens belongs to the transport. */
  connect: (signal: AbortSignal) => Promise<Socket>;
}

/** A peer is asked for a sign of life so often, and gone when it has not given any so many times. */
const PING_MS = 20_000;
const MAX_MISSED = 2;

/**
 * Opens the transport to a browser-level DevTools endpoint. Rejects with a `CdpError` when it cannot be reached, whose
 * `code` is the HTTP status when there is one, and which names no more of the address than its host: the rest may hold
 * a token.
 */
export async function openWebSocketTransport(
  { address, headers, connect }: WebSocketEndpoint,
  signal: AbortSignal,
  limits: CdpLimits = CDP_LIMITS,
): Promise<CdpTransport> {
  const { host } = address;
  const stream = await connect(signal).catch((cause: unknown) => {
    if (signal.aborted) throw givenUp(host, signal);
    throw new CdpError('closed', `No browser answers at ${host}`, { cause });
  });
  // TLS is spoken on the stream already.
  const plain = new URL(address);
  plain.protocol = 'ws:';
  const socket = new WebSocket(plain, {
    createConnection: () => stream,
    headers: { ...headers, host },
    perMessageDeflate: false,
    maxPayload: limits.maxMessageBytes,
    followRedirects: false,
  });
  await opened(socket, host, signal);
  return createTransport({ socket, stream, host, limits });
}

function givenUp(host: string, signal: AbortSignal): CdpError {
  return new CdpError('aborted', `Connecting to the browser at ${host} was given up`, {
    cause: signal.reason,
  });
}

async function opened(socket: WebSocket, host: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const fail = (cause?: unknown): void =>
    reject(new CdpError('closed', `No browser answers at ${host}`, { cause }));
  const refuse = (_request: unknown, { statusCode = 0 }: IncomingMessage): void =>
    reject(new CdpError('closed', `${host} answered ${statusCode}`, { code: statusCode }));
  const onClose = (): void => fail();
  socket.once('open', resolve);
  socket.on('error', fail);
  socket.once('close', onClose);
  socket.once('unexpected-response', refuse);
  using listening = addAbortListener(signal, () => reject(givenUp(host, signal)));
  try {
    await promise;
  } catch (error) {
    socket.terminate();
    throw error;
  } finally {
    socket.off('close', onClose);
    socket.off('unexpected-response', refuse);
  }
}

interface TransportParts {
  socket: WebSocket;
  /** The stream that the transport speaks on. */
  stream: Socket;
  host: string;
  limits: CdpLimits;
}

function createTransport({ socket, stream, host, limits }: TransportParts): CdpTransport {
  const closing = Promise.withResolvers<Error>();
  let isOpen = true;

  const close = (reason: Error): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(pinging);
    // Terminates by itself when the peer does not agree in time.
    socket.close();
    closing.resolve(reason);
  };
  const pinging = pingUntilSilent(socket, stream, () => {
    close(new CdpError('closed', `The browser at ${host} does not answer any more`));
    socket.terminate();
  });
  socket.on('error', (cause) =>
    close(
      new CdpError('closed', `The connection to the browser at ${host} failed (${cause.message})`, { cause }),
    ),
  );
  socket.on('close', (_code, reason) => {
    const why = reason.length > 0 ? `: ${reason.toString().slice(0, 200)}` : '';
    close(new CdpError('closed', `The browser at ${host} has closed the connection${why}`));
  });

  return {
    close,
    send(message) {
      if (!isOpen) return;
      socket.send(message);
      if (socket.bufferedAmount > limits.maxQueuedBytes) {
        close(new CdpError('closed', `The browser at ${host} does not read what is sent to it`));
      }
    },
    get queuedBytes() {
      return socket.bufferedAmount;
    },
    setPaused(isPaused) {
      if (!isOpen) return;
      if (isPaused) socket.pause();
      else socket.resume();
    },
    listen({ onMessage, onClose }) {
      socket.on('message', (data, isBinary) => {
        if (!isOpen) return;
        if (isBinary) return close(new CdpError('closed', `${host} sent binary data`));
        const message = data as Buffer;
        const { maxMessageBytes, maxEventBytes = maxMessageBytes } = limits;
        if (message.length > maxEventBytes && isEvent(message.toString('latin1', 0, 16))) return;
        onMessage(message.toString());
      });
      void closing.promise.then(onClose);
    },
  };
}

/** Asks the peer for signs of life; tells again and again that there are none, until the timer that it gives is cleared. */
function pingUntilSilent(socket: WebSocket, stream: Socket, onSilent: () => void): NodeJS.Timeout {
  let missed = 0;
  let readBytes = 0;
  return setInterval(() => {
    // A long message on its way is a sign of life too.
    missed = stream.bytesRead === readBytes ? missed + 1 : 0;
    readBytes = stream.bytesRead;
    if (missed > MAX_MISSED) onSilent();
    else socket.ping();
  }, PING_MS).unref();
}
