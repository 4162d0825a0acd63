import { ServiceError } from '../lib/service-error.ts';

const SCHEMES = new Set(['http:', 'https:', 'socks5:']);

/**
 * The proxy of a browser's or context's requests: `scheme://host:port`, without credentials, which Chromium ignores.
 */
export interface ProxyAddress {
  /** As Chromium takes it: one proxy, never a list that could end in `direct://`. */
  server: string;
  host: string;
}

/** Rejects everything that is not one proxy. */
export function parseProxyAddress(text: string): ProxyAddress {
  const url = URL.parse(text);
  const hostIsPlain = url !== null && /^[\w.:[\]-]+$/.test(url.host);
  if (!hostIsPlain || !SCHEMES.has(url.protocol) || url.username !== '' || url.password !== '') {
    throw new ServiceError('BAD_REQUEST', { message: 'The address of a proxy is scheme://host:port' });
  }
  const isBare = /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  if (!isBare) throw new ServiceError('BAD_REQUEST', { message: 'The address of a proxy has no path' });
  return { server: `${url.protocol}//${url.host}`, host: url.hostname };
}
