/** A request target in the two normal forms that rules are compared with. */
export interface RobotsPath {
  /** Escapes in upper case; what no URL holds unescaped is escaped. */
  readonly literal: string;
  /** Also without escapes of unreserved characters (RFC 9309 section 2.2.2, RFC 3986 section 2.3). */
  readonly decoded: string;
}

const ESCAPE = /%[0-9a-f]{2}/gi;
const NEEDS_ESCAPE = /[\0-\x20"<>\\^`{|}\x7f-\xff]/g;
/** `*` and `$` have a meaning in rules, which write the characters themselves as escapes: RFC 9309 section 2.2.3. */
const SPECIAL = /[*$]/g;
const UNRESERVED_ESCAPE = /%(?:2D|2E|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/g;

/** The target's normal forms. Its non-ASCII characters stay, since a request cannot contain any. */
export function robotsPath(target: string): RobotsPath {
  const literal = normalizeEscapes(target).replace(SPECIAL, percentEncode);
  return { literal, decoded: decodeUnreserved(literal) };
}

/** Escapes each octet that needs it, in a text with one character an octet, and writes all escapes in upper case. */
export function normalizeEscapes(octets: string): string {
  return octets.replace(ESCAPE, (escape) => escape.toUpperCase()).replace(NEEDS_ESCAPE, percentEncode);
}

/** Undoes escapes of unreserved characters in a text whose escapes are in upper case. */
export function decodeUnreserved(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(UNRESERVED_ESCAPE, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
}

function percentEncode(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
