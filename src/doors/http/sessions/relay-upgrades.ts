import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../../app.ts';
import { answerError } from '../errors.ts';
import { refuseUpgrade } from '../refuse-upgrade.ts';
import type { UpgradeDoor } from '../upgrades.ts';

/** Told to the process that has the session: it hands the upgrade on to nobody. */
const RELAYED = 'x-decant-relayed';
const TOKEN = /^\/(?:cdp|live)\/([^/?]{1,1024})/;
const CONNECT_MS = 5_000;

/** Hands upgrades for sessions of other processes on to these; all others are the door's. */
export function relayUpgrades(
  door: UpgradeDoor,
  { sessions, connectHost, log }: Pick<App, 'sessions' | 'connectHost' | 'log'>,
): UpgradeDoor {
  const sockets = new Set<Duplex>();

  async function hostOf(request: IncomingMessage): Promise<string | undefined> {
    const [, token] = TOKEN.exec(request.url ?? '') ?? [];
    if (token === undefined || request.headers[RELAYED] !== undefined) return undefined;
    const reached = await sessions.reach(token).catch(() => undefined);
    return reached && 'address' in reached ? reached.address : undefined;
  }

  async function relay(request: IncomingMessage, ends: { socket: Duplex; head: Buffer; host: string }) {
    const { socket, head, host } = ends;
    const other = await connectHost(host, AbortSignal.timeout(CONNECT_MS));
    for (const end of [socket, other]) {
      sockets.add(end);
      end.once('close', () => sockets.delete(end));
    }
    other.write(headOf(request));
    if (head.length > 0) other.write(head);
    await Promise.allSettled([pipeline(socket, other), pipeline(other, socket)]);
  }

  return {
    accept(request, socket, head) {
      hostOf(request)
        .then((host) =>
          host === undefined ? door.accept(request, socket, head) : relay(request, { socket, head, host }),
        )
        .catch((error: unknown) => refuseUpgrade(socket, answerError(error, log)));
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await door[Symbol.asyncDispose]();
    },
  };
}

/** The request as it came: its token is signed, so the other process needs nothing else. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`, `${RELAYED}: 1`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}
