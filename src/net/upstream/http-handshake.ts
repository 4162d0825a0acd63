import { isIPv6, type Socket } from 'node:net';
import { readReply } from './read-reply.ts';
import { UpstreamError } from './upstream-error.ts';
import type { UpstreamHandshake } from './upstream-handshake.ts';
import { credentialHeaders } from '../headers/url-credentials.ts';

const MAX_HEAD_BYTES = 16 * 1024;

/** CONNECT (RFC 9110 section 9.3.6) with basic authentication. */
export const shakeHttp: UpstreamHandshake = async (socket, { url, address, port, signal }) => {
  const authority = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const { Authorization: credentials } = credentialHeaders(url);
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (credentials !== undefined) lines.push(`Proxy-Authorization: ${credentials}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const status = await readReply(socket, createHeadReader(socket), signal);
  if (status >= 200 && status < 300) return;
  throw new UpstreamError(`The proxy answered ${status}`, { isAboutTarget: status >= 500 });
};

/** Takes heads until one is final, and tells its status; puts back what follows it. */
function createHeadReader(socket: Socket): () => number | undefined {
  let head = Buffer.alloc(0);
  return function readHead() {
    for (let chunk = readChunk(socket); chunk; chunk = readChunk(socket)) {
      head = Buffer.concat([head, chunk]);
      for (let end = head.indexOf('\r\n\r\n'); end !== -1; end = head.indexOf('\r\n\r\n')) {
        const [, digits] = /^HTTP\/1\.[01] (\d{3})(?: |\r\n)/.exec(head.toString('latin1', 0, end + 4)) ?? [];
        if (digits === undefined) throw new UpstreamError('The proxy does not speak HTTP');
        head = head.subarray(end + 4);
        if (Number(digits) < 200) continue;
        if (head.length > 0) socket.unshift(head);
        return Number(digits);
      }
      if (head.length > MAX_HEAD_BYTES) throw new UpstreamError('The proxy sent an answer that is too large');
    }
    return undefined;
  };
}

function readChunk(socket: Socket): Buffer | null {
  return socket.read() as Buffer | null;
}
