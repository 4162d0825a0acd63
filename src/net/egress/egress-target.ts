import { normalizeHostName } from '../../lib/addresses/host-name.ts';

/** The host and port that a proxy request asks for. */
export interface EgressTarget {
  /** Canonical as the URL parser gives it: `0x7f.1` is 127.0.0.1; no brackets, no trailing dot. */
  hostname: string;
  port: number;
  /** The URL that a plain request asks the site for. */
  url: URL;
}

/** The authority form of CONNECT (RFC 9112 section 3.2.3): host and port, nothing else. */
export function parseTunnelTarget(authority: string): EgressTarget | undefined {
  const [, digits] = /^[^\s/?#@\\]+:(\d{1,5})$/.exec(authority) ?? [];
  const url = digits === undefined ? null : URL.parse(`http://${authority}/`);
  return url ? { hostname: normalizeHostName(url.hostname), port: Number(digits), url } : undefined;
}

/** The absolute form (RFC 9112 section 3.2.2) of `http:`; user and password are not passed on. */
export function parseRequestTarget(text: string): EgressTarget | undefined {
  const url = /^http:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return undefined;
  return { hostname: normalizeHostName(url.hostname), port: url.port === '' ? 80 : Number(url.port), url };
}

/** `host:port` of an origin; throws TypeError when it is no URL. */
export function endpointOf(origin: string): string {
  const url = new URL(origin);
  const defaultPort = url.protocol === 'https:' || url.protocol === 'wss:' ? 443 : 80;
  return `${normalizeHostName(url.hostname)}:${url.port === '' ? defaultPort : url.port}`;
}
