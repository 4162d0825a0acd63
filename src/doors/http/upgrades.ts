import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** Opens WebSockets, or refuses them in plain HTTP. Disposing ends those that are open. */
export interface UpgradeDoor extends AsyncDisposable {
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** Other upgrades than to WebSocket are offers that a server may ignore: their requests are answered as they are. */
export function isWebSocketRequest({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** Gives each upgrade to the door with the first part of its path, and all others to the last one. */
export function routeUpgrades(
  server: Server,
  doors: Readonly<Record<string, UpgradeDoor>>,
  last: UpgradeDoor,
): AsyncDisposable {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const [, first = ''] = /^\/([^/?]*)/.exec(request.url ?? '') ?? [];
    const door = Object.hasOwn(doors, first) ? doors[first]! : last;
    door.accept(request, socket, head);
  });
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all([...Object.values(doors), last].map((door) => door[Symbol.asyncDispose]()));
    },
  };
}
