import { escapeIdentifier, type ClientConfig } from 'pg';
import type { Log } from '../../lib/log/log.ts';
import { createSteadyConnection } from './steady-connection.ts';

type OnMessage = (payload: string) => void;

export interface Listener extends AsyncDisposable {
  /**
   * Calls `onMessage` with the payload of each notification on the channel. Notifications sent while the connection was
   * lost are gone, so after a reconnect every listener is called with an empty payload and looks for itself.
   */
  listen(channel: string, onMessage: OnMessage): Promise<AsyncDisposable>;
}

export interface ListenerOptions {
  connection: ClientConfig;
  log: Log;
  heartbeatMs?: number;
}

/** All channels share one connection, opened by the first `listen` and closed with the last. */
export function createListener({ connection, log, heartbeatMs = 30_000 }: ListenerOptions): Listener {
  const channels = new Map<string, Set<OnMessage>>();
  const steady = createSteadyConnection({
    connection,
    log,
    heartbeatMs,
    greeting: () => [...channels.keys()].map(listenSql).join(';'),
    onNotification: deliver,
    onReconnect() {
      for (const channel of channels.keys()) deliver(channel, '');
    },
  });

  function deliver(channel: string, payload: string): void {
    for (const onMessage of channels.get(channel) ?? []) onMessage(payload);
  }

  async function unlisten(channel: string, onMessage: OnMessage): Promise<void> {
    const listeners = channels.get(channel);
    listeners?.delete(onMessage);
    if (listeners?.size !== 0) return;
    channels.delete(channel);
    // Nobody is called any more. That the server hears of it need not be waited for: it may be gone.
    const ending = channels.size > 0 ? steady.run(`unlisten ${escapeIdentifier(channel)}`) : steady.rest();
    ending.catch(() => undefined);
  }

  return {
    async listen(channel, onMessage) {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(onMessage));
      await steady.run(listenSql(channel));
      return { [Symbol.asyncDispose]: () => unlisten(channel, onMessage) };
    },
    async [Symbol.asyncDispose]() {
      channels.clear();
      await steady[Symbol.asyncDispose]();
    },
  };
}

function listenSql(channel: string): string {
  return `listen ${escapeIdentifier(channel)}`;
}
