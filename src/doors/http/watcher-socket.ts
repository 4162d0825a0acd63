import type { WebSocket } from 'ws';

/** Messages are sent in pieces of this size, so that a slow reader can be told from one that is gone. */
const PIECE_BYTES = 64 * 1024;

/** The socket of one watcher: it is told things, and says nothing. */
export interface WatcherSocket {
  /** Aborts when the connection is gone or on its way to it. */
  readonly signal: AbortSignal;
  /** Resolves when the system has taken the text, or when the connection is gone. */
  send(text: string): Promise<void>;
  /** Says why, and gives the peer some seconds to agree. */
  close(code: number, reason?: string): void;
  /** Cuts off a peer that has neither answered nor taken anything since the last call; asks the others for a sign. */
  checkAlive(): void;
  /** Cuts the connection off. */
  terminate(): void;
  /** Resolves to the code that it was closed with. */
  readonly closed: Promise<number>;
}

export function createWatcherSocket(socket: WebSocket): WatcherSocket {
  const gone = new AbortController();
  const state = { isAlive: true, onGone: (): void => {} };
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const noteGone = (): void => {
    gone.abort();
    state.onGone();
  };
  socket.once('close', noteGone);
  // `close` follows.
  socket.on('error', () => undefined);
  socket.on('pong', () => void (state.isAlive = true));

  function sendPiece(piece: Buffer, isLast: boolean): Promise<void> {
    return new Promise((resolve) => {
      // A write that was under way when the connection went is not always answered.
      state.onGone = resolve;
      socket.send(piece, { binary: false, fin: isLast }, (error) => {
        if (!error) state.isAlive = true;
        resolve();
      });
    });
  }

  return {
    signal: gone.signal,
    closed,
    async send(text) {
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length && !gone.signal.aborted; start += PIECE_BYTES) {
        const end = start + PIECE_BYTES;
        await sendPiece(bytes.subarray(start, end), end >= bytes.length);
      }
    },
    close(code, reason) {
      socket.close(code, reason);
      noteGone();
    },
    checkAlive() {
      if (!state.isAlive) return socket.terminate();
      state.isAlive = false;
      socket.ping();
    },
    terminate: () => socket.terminate(),
  };
}
