import type { WebSocket } from 'ws';
import type { JsonText } from '../../../lib/json-text.ts';

/** Messages are sent in pieces of this size, so that a slow reader can be told from one that is gone. */
const PIECE_BYTES = 64 * 1024;

/**
 * Signs of life may be missing for so many pings: what the system has taken for a slow reader is megabytes, and an
 * answer to a ping waits behind it.
 */
const MAX_MISSED = 3;

/** The socket of one watcher: it is told things, and says nothing. */
export interface WatcherSocket {
  /** Aborts when the connection is gone or on its way to it. */
  readonly signal: AbortSignal;
  /** Sends one text; resolves when the system has taken it, or when the connection is gone. */
  send(text: JsonText): Promise<void>;
  /** Says that it is over, and gives the peer so much time to agree: what was sent may still be on its way. */
  close(code: number, reason: string, patienceMs: number): void;
  /** Cuts off a peer that has neither answered nor taken anything for some calls; asks the others for a sign. */
  checkAlive(): void;
  /** Cuts the connection off. */
  terminate(): void;
  /** Resolves to the code that it was closed with. */
  readonly closed: Promise<number>;
}

export function createWatcherSocket(socket: WebSocket): WatcherSocket {
  const gone = new AbortController();
  const state = { missed: 0, onGone: (): void => {} };
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  const noteGone = (): void => {
    gone.abort();
    state.onGone();
  };
  socket.once('close', noteGone);
  // `close` follows.
  socket.on('error', () => undefined);
  socket.on('pong', () => void (state.missed = 0));

  function sendPiece(piece: Buffer, isLast: boolean): Promise<void> {
    return new Promise((resolve) => {
      // A write that was under way when the connection went is not always answered.
      state.onGone = resolve;
      socket.send(piece, { binary: false, fin: isLast }, (error) => {
        if (error) noteGone();
        else state.missed = 0;
        resolve();
      });
    });
  }

  return {
    signal: gone.signal,
    closed,
    async send({ pieces }) {
      let waiting: Uint8Array[] = [];
      let size = 0;
      for (const [index, piece] of pieces.entries()) {
        waiting.push(piece);
        size += piece.length;
        const isLast = index === pieces.length - 1;
        if (!isLast && size < PIECE_BYTES) continue;
        const bytes = Buffer.concat(waiting, size);
        waiting = [];
        size = 0;
        for (let start = 0; start < bytes.length && !gone.signal.aborted; start += PIECE_BYTES) {
          const end = start + PIECE_BYTES;
          await sendPiece(bytes.subarray(start, end), isLast && end >= bytes.length);
        }
        if (gone.signal.aborted) return;
      }
    },
    close(code, reason, patienceMs) {
      socket.close(code, reason);
      noteGone();
      const timer = setTimeout(() => socket.terminate(), patienceMs).unref();
      void closed.then(() => clearTimeout(timer));
    },
    checkAlive() {
      if (state.missed > MAX_MISSED) return socket.terminate();
      state.missed++;
      socket.ping();
    },
    terminate: () => socket.terminate(),
  };
}
