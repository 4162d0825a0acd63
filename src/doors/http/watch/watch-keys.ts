import type { IncomingHttpHeaders } from 'node:http';
import { bearerToken } from '../bearer-token.ts';

/** Browsers can send no header but this one, and some clients list other names beside the key. */
const MAX_PROTOCOLS = 4;

/** A text that may be the client's key; `protocol` is the sub-protocol that carries it. */
export interface OfferedKey {
  key: string;
  protocol?: string;
}

/**
 * Keys in a WebSocket's handshake (wire contract 3.1): that of `Authorization: Bearer`, and without that header the
 * sub-protocols, each of which may be one.
 */
export function offeredKeys(headers: IncomingHttpHeaders): OfferedKey[] {
  const bearer = bearerToken({ headers });
  if (bearer !== undefined) return [{ key: bearer }];
  return (headers['sec-websocket-protocol'] ?? '')
    .split(',', MAX_PROTOCOLS)
    .map((protocol) => protocol.trim())
    .filter(Boolean)
    .map((protocol) => ({ key: protocol, protocol }));
}
