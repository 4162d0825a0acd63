import { isIPv6, type Socket } from 'node:net';
import { unescape } from 'node:querystring';
import { parseIpAddress } from '../../lib/addresses/ip-address.ts';
import { readReply } from './read-reply.ts';
import { UpstreamError } from './upstream-error.ts';
import type { UpstreamHandshake } from './upstream-handshake.ts';

const VERSION = 5;
const NO_AUTHENTICATION = 0;
const USER_AND_PASSWORD = 2;
const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** RFC 1928 section 6. */
const FAILURES: Readonly<Record<number, string>> = {
  1: 'failed',
  2: 'does not allow this connection',
  3: 'cannot reach the network',
  4: 'cannot reach the host',
  5: 'was refused by the host',
  6: 'gave up waiting',
  7: 'does not know the command',
  8: 'does not know the type of address',
};

/** SOCKS 5 (RFC 1928) with user and password (RFC 1929) where the proxy asks for them. */
export const shakeSocks5: UpstreamHandshake = async (socket, { url, address, port, signal }) => {
  const hasCredentials = url.username !== '' || url.password !== '';
  const methods = hasCredentials ? [NO_AUTHENTICATION, USER_AND_PASSWORD] : [NO_AUTHENTICATION];
  socket.write(Buffer.from([VERSION, methods.length, ...methods]));
  const [version, method] = await readBytes(socket, 2, signal);
  if (version !== VERSION) throw new UpstreamError('The proxy does not speak SOCKS 5');
  if (method === USER_AND_PASSWORD && hasCredentials) await authenticate(socket, url, signal);
  else if (method !== NO_AUTHENTICATION) throw new UpstreamError('The proxy asks for other credentials');

  const connect = 1;
  socket.write(Buffer.from([VERSION, connect, 0, ...addressBytes(address), port >> 8, port & 255]));
  const [, status = 1, , boundType] = await readBytes(socket, 4, signal);
  if (status !== 0) {
    throw new UpstreamError(`The proxy ${FAILURES[status] ?? `answered ${status}`}`, {
      isAboutTarget: status !== 2,
    });
  }
  // The address it speaks from is of no interest, but it comes before the site's first byte.
  await readBytes(socket, (await boundLength(socket, boundType, signal)) + 2, signal);
};

async function authenticate(socket: Socket, url: URL, signal: AbortSignal): Promise<void> {
  const user = Buffer.from(unescape(url.username));
  const password = Buffer.from(unescape(url.password));
  if (user.length > 255 || password.length > 255) throw new UpstreamError('The credentials are too long');
  socket.write(
    Buffer.concat([Buffer.from([1, user.length]), user, Buffer.from([password.length]), password]),
  );
  const [, status] = await readBytes(socket, 2, signal);
  if (status !== 0) throw new UpstreamError('The proxy did not accept the credentials');
}

function addressBytes(text: string): number[] {
  const address = parseIpAddress(text);
  if (address?.family === 'ipv4') return [IPV4, ...address.text.split('.').map(Number)];
  if (!address || !isIPv6(text)) throw new UpstreamError('Not an IP address');
  return [IPV6, ...address.groups.flatMap((group) => [group >> 8, group & 255])];
}

async function boundLength(socket: Socket, type: number | undefined, signal: AbortSignal): Promise<number> {
  if (type === IPV4) return 4;
  if (type === IPV6) return 16;
  if (type !== NAME) throw new UpstreamError('The proxy does not speak SOCKS 5');
  const [length = 0] = await readBytes(socket, 1, signal);
  return length;
}

function readBytes(socket: Socket, count: number, signal: AbortSignal): Promise<Buffer> {
  return readReply(
    socket,
    () => {
      const bytes = socket.read(count) as Buffer | null;
      // The last bytes before the end come even when they are too few.
      return bytes?.length === count ? bytes : undefined;
    },
    signal,
  );
}
