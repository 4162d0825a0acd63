import { ServiceError } from '../service-error.ts';

/** Longest URL that is taken from a caller or kept from a page, in characters. */
export const MAX_URL_LENGTH = 8192;

export interface TargetOptions {
  /** Says yes to host names that the operator allowed although they have no dot, such as `localhost`. */
  isHostAllowed?: (hostname: string) => boolean;
}

/**
 * A caller's URL that the contract has accepted, ready to be fetched. A host that is neither an IP address nor a name
 * with a dot is a BAD_REQUEST (wire contract 3.2), unless the operator allowed it. A user name and password stay in it
 * for the request; `withoutCredentials` gives the form that may be reported.
 */
export function toTarget(accepted: string, { isHostAllowed }: TargetOptions = {}): URL {
  const url = new URL(accepted);
  if (isFullHost(url.hostname) || isHostAllowed?.(url.hostname)) return url;
  const message = `url must have an IP address or a name with a dot for its host, such as example.com, not "${url.hostname}"`;
  throw new ServiceError('BAD_REQUEST', {
    message,
    details: [{ path: ['url'], code: 'custom', message }],
    hint: `DECANT_ALLOW_ADDRESSES does not name ${url.hostname}`,
  });
}

/** The URL as it may be reported and stored: without user name and password. */
export function withoutCredentials(url: URL): URL {
  if (url.username === '' && url.password === '') return url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** The absolute form of a URL found on a page; undefined when it is not valid, too long or not http(s). */
export function resolveHttpUrl(raw: string, base: URL): string | undefined {
  if (raw.length > MAX_URL_LENGTH) return undefined;
  return fastAbsolute(raw, base) ?? slowAbsolute(raw, base);
}

/** True for the two schemes that pages come from. */
export function isHttp(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'http:';
}

/** With a scheme of its own that is not ours: such as a `data:` URL, which the parser would take long for. */
const OTHER_SCHEME = /^[\0-\x20]*(?!https?:)[a-z][a-z0-9+.-]*:/i;

/** The URL parser has already turned every spelling of an IPv4 address into its dotted form. */
function isFullHost(hostname: string): boolean {
  return hostname.startsWith('[') || /[^.]\.[^.]/.test(hostname);
}

function slowAbsolute(raw: string, base: URL): string | undefined {
  if (OTHER_SCHEME.test(raw)) return undefined;
  const url = URL.parse(raw, base.href);
  return url !== null && isHttp(url) ? url.href : undefined;
}

/*
 * A page has hundreds of links, and nearly all are written in a form that the URL parser returns unchanged. Those
 * are recognised by pattern, at a third of its cost: lower-case host with a dot, no port, no user, a path, and only
 * characters outside every percent-encode set (WHATWG URL 1.3).
 */
const PLAIN_ABSOLUTE =
  /^https?:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*\/[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&()*+,;=:@%/?]*)?(?:#[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
const PLAIN_ROOTED =
  /^\/(?!\/)[\w\-.~!$&'()*+,;=:@%/]*(?:\?[\w\-.~!$&()*+,;=:@%/?]*)?(?:#[\w\-.~!$&'()*+,;=:@%/?]*)?$/;
/** Dot segments, also percent-encoded ones, are removed by the parser, and `xn--` labels are checked by it. */
const NEEDS_PARSER = /\/[.%]|xn--/;
const ORIGIN_WITHOUT_USER = /^https?:\/\/[^/@]+(?=\/)/;

function fastAbsolute(raw: string, base: URL): string | undefined {
  if (raw[0] === 'h') return PLAIN_ABSOLUTE.test(raw) && !NEEDS_PARSER.test(raw) ? raw : undefined;
  if (raw[0] !== '/' || !PLAIN_ROOTED.test(raw) || NEEDS_PARSER.test(raw)) return undefined;
  const origin = originWithoutUser(base);
  return origin === undefined ? undefined : origin + raw;
}

/** A page resolves hundreds of links against one base. */
const originsOfBases = new WeakMap<URL, string | undefined>();

function originWithoutUser(base: URL): string | undefined {
  if (originsOfBases.has(base)) return originsOfBases.get(base);
  const origin = ORIGIN_WITHOUT_USER.exec(base.href)?.[0];
  originsOfBases.set(base, origin);
  return origin;
}

/** The port that a web address leads to. */
export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
