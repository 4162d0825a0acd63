import type { WebSocket } from 'ws';
import type { ConnectDriver, DriverLink } from '../../lib/driver-link.ts';
import type { Log } from '../../lib/log/log.ts';

/** A driver that has given no sign of life so many times is gone. */
const MAX_MISSED = 2;
/** A browser that was held for a slow driver goes on when so little waits. */
const DRAINED_BYTES = 2 ** 20;
/** WebSocket's limit for the reason of a close. */
const MAX_REASON_BYTES = 123;
const CLOSE_TEXT_ONLY = 1003;

export interface ServeDriverOptions {
  log: Log;
  pingMs: number;
  /** The program in the log: `a driver of a session`. */
  name: string;
}

/** Lets a program at a socket drive the browser that `connect` gives it, until one of the two is gone. */
export function serveDriver(
  socket: WebSocket,
  connect: ConnectDriver,
  { log, pingMs, name }: ServeDriverOptions,
): void {
  const state = { missed: 0 };
  const link: DriverLink = connect({
    send(message) {
      socket.send(message, () => {
        if (socket.bufferedAmount <= DRAINED_BYTES) link.noteDrained();
      });
    },
    get queuedBytes() {
      return socket.bufferedAmount;
    },
    setPaused(isPaused) {
      if (isPaused) socket.pause();
      else socket.resume();
    },
    close(code, reason) {
      // A paused socket would not hear that the other side agrees.
      socket.resume();
      socket.close(code, Buffer.from(reason).subarray(0, MAX_REASON_BYTES));
    },
  });
  const timer = setInterval(() => {
    // One that is not read cannot be heard.
    if (state.missed > MAX_MISSED && !socket.isPaused) return socket.terminate();
    state.missed += 1;
    socket.ping();
  }, pingMs).unref();
  socket.on('pong', () => {
    state.missed = 0;
  });
  socket.on('message', (data, isBinary) => {
    state.missed = 0;
    if (isBinary) socket.close(CLOSE_TEXT_ONLY, 'Messages are text');
    else link.take((data as Buffer).toString());
  });
  // `close` follows.
  socket.on('error', (error) => log.debug(`${name} failed`, { error }));
  socket.once('close', (code) => {
    clearInterval(timer);
    log.debug(`${name} has left`, { code });
    void link[Symbol.asyncDispose]();
  });
}
