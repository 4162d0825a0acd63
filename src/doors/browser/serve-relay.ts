import type { WebSocket } from 'ws';
import type { BrowserTier } from '../../browser/relay/browser-tier.ts';
import type { Log } from '../../lib/log/log.ts';

/** A peer that has given no sign of life so many times is gone, and its browser with it. */
const MAX_MISSED = 2;
/** A browser that was held for a slow peer goes on when so little waits. */
const DRAINED_BYTES = 2 ** 20;

/** Lets a peer talk to a browser of the tier until one of the two is gone. */
export function serveRelay(
  socket: WebSocket,
  tier: BrowserTier,
  { log, pingMs }: { log: Log; pingMs: number },
): void {
  const state = { missed: 0 };
  const relay = tier.accept({
    send(message) {
      socket.send(message, () => {
        if (socket.bufferedAmount <= DRAINED_BYTES) relay.noteDrained();
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
      socket.close(code, reason);
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
    if (isBinary) socket.close(1003, 'Messages are text');
    else relay.take((data as Buffer).toString());
  });
  // `close` follows.
  socket.on('error', (error) => log.debug('a peer of the browsers failed', { error }));
  socket.once('close', (code) => {
    clearInterval(timer);
    log.debug('a peer of the browsers has left', { code });
    void relay[Symbol.asyncDispose]();
  });
}
