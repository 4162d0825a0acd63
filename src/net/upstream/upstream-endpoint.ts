import { ServiceError } from '../../lib/service-error.ts';
import { normalizeHostName } from '../../lib/addresses/host-name.ts';
import { shakeHttp } from './http-handshake.ts';
import { shakeSocks5 } from './socks5-handshake.ts';
import type { UpstreamHandshake } from './upstream-handshake.ts';

/** The address and protocol of an upstream proxy. */
export interface UpstreamEndpoint {
  hostname: string;
  port: number;
  isTls: boolean;
  shake: UpstreamHandshake;
}

interface UpstreamKind {
  /** When the URL names none. */
  port: number;
  isTls: boolean;
  shake: UpstreamHandshake;
}

const KINDS: Readonly<Record<string, UpstreamKind>> = {
  'http:': { port: 80, isTls: false, shake: shakeHttp },
  'https:': { port: 443, isTls: true, shake: shakeHttp },
  'socks5:': { port: 1080, isTls: false, shake: shakeSocks5 },
};

/** Throws BAD_REQUEST when the URL is none of a proxy. */
export function upstreamEndpointOf(url: URL): UpstreamEndpoint {
  const kind = KINDS[url.protocol];
  if (!kind || url.hostname === '') {
    throw new ServiceError('BAD_REQUEST', { message: 'A proxy URL begins with http, https or socks5' });
  }
  return {
    ...kind,
    hostname: normalizeHostName(url.hostname),
    port: url.port === '' ? kind.port : Number(url.port),
  };
}
