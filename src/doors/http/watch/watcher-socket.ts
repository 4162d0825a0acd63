import type { WebSocket } from 'ws';
import type { JsonText } from '../../../lib/json/json-text.ts';

/** After so much comes a ping: its answer says how far the peer has read, and tells a slow one from one that is gone. */
const PIECE_BYTES = 64 * 1024;

/** How far a peer may be behind. The system would take megabytes, and an answer to a ping waits behind all of it. */
const MAX_BEHIND_BYTES = 1024 * 1024;

/** Signs of life may be missing for so many looks. */
const MAX_MISSED = 3;

/** The socket of one watcher: it is told things, and says nothing. */
export interface WatcherSocket {
  /** Aborts when the connection is gone or on its way to it. */
  readonly signal: AbortSignal;
  /** Sends one text; resolves when the peer has read all but the last megabyte, or when the connection is gone. */
  send(text: JsonText): Promise<void>;
  /** Says that it is over, and gives the peer so much time to agree: what was sent may still be on its way. */
  close(code: number, reason: string, patienceMs: number): void;
  /** Cuts off a peer that has answered no ping for some calls; asks the others for a sign. */
  checkAlive(): void;
  /** Cuts the connection off. */
  terminate(): void;
  /** Resolves to the code that it was closed with. */
  readonly closed: Promise<number>;
}

export function createWatcherSocket(socket: WebSocket): WatcherSocket {
  const gone = new AbortController();
  const state = { missed: 0 };
  const progress = createProgress(socket, gone.signal);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.once('close', () => gone.abort());
  // `close` follows.
  socket.on('error', () => undefined);
  socket.on('pong', () => void (state.missed = 0));

  /** Resolves when the peer is not too far behind, or when the connection is gone. */
  async function sendPiece(piece: Buffer, isLast: boolean): Promise<void> {
    socket.send(piece, { binary: false, fin: isLast }, (error) => {
      if (error) gone.abort();
    });
    await progress.keepUp(piece.length);
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
      gone.abort();
      const timer = setTimeout(() => socket.terminate(), patienceMs).unref();
      void closed.then(() => clearTimeout(timer));
    },
    checkAlive() {
      if (state.missed > MAX_MISSED) return socket.terminate();
      state.missed++;
      progress.ask();
    },
    terminate: () => socket.terminate(),
  };
}

/** How far a peer has read what was sent to it. */
interface Progress {
  /** Sends a ping that asks for it. */
  ask(): void;
  /** Notes so many bytes more; resolves when the peer is not too far behind, or when the connection is gone. */
  keepUp(bytes: number): Promise<void>;
}

function createProgress(socket: WebSocket, gone: AbortSignal): Progress {
  const state = { sent: 0, asked: 0, read: 0, onNews: (): void => {} };
  gone.addEventListener('abort', () => state.onNews());
  socket.on('pong', (data) => {
    // A peer need not answer each ping. Bytes that we have not sent were not read.
    const read = Number(data.toString());
    if (read > state.read && read <= state.sent) state.read = read;
    state.onNews();
  });
  function ask(): void {
    state.asked = state.sent;
    socket.ping(String(state.sent));
  }
  return {
    ask,
    async keepUp(bytes) {
      state.sent += bytes;
      if (state.sent - state.asked >= PIECE_BYTES) ask();
      while (state.sent - state.read >= MAX_BEHIND_BYTES && !gone.aborted) {
        await new Promise<void>((resolve) => void (state.onNews = resolve));
      }
    },
  };
}
