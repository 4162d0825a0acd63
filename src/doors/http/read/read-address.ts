/** The address behind `/read/` in a request: the page that is meant, and the key where one came along. */
export interface ReadAddress {
  /** As the caller wrote it, its own query included. */
  target: string;
  /** The value of the last parameter `key`, when `takesKey`. */
  key: string | undefined;
}

const PREFIX = '/read/';
/** An address that was encoded as a whole has nothing in it that could be the page's own query. */
const ENCODED_SCHEME = /^https?%3a/i;
/** Proxies make one slash of two. */
const ONE_SLASH = /^(https?:)\/(?=[^/])/i;

/**
 * Reads the page's address, which is all that stands behind the path, so that `/read/` can be written in front of any
 * link. Where the caller sends no key as a header, the last parameter `key` is the caller's and the page never sees it.
 */
export function readAddress(requestUrl: string, { takesKey }: { takesKey: boolean }): ReadAddress {
  const written = requestUrl.slice(PREFIX.length);
  const { rest, key } = takesKey ? withoutKey(written) : { rest: written, key: undefined };
  const target = ENCODED_SCHEME.test(rest) ? decodeAddress(rest) : rest;
  return { target: target.replace(ONE_SLASH, '$1//'), key };
}

function withoutKey(written: string): { rest: string; key: string | undefined } {
  const at = written.indexOf('?');
  if (at < 0) return { rest: written, key: undefined };
  const parameters = written.slice(at + 1).split('&');
  const index = parameters.findLastIndex((parameter) => parameter.startsWith('key='));
  if (index < 0) return { rest: written, key: undefined };
  const key = decodeAddress(parameters[index]?.slice('key='.length) ?? '');
  const others = parameters.toSpliced(index, 1).join('&');
  return { rest: others === '' ? written.slice(0, at) : `${written.slice(0, at)}?${others}`, key };
}

/** As it stands when a percent sign in it starts no byte: the schema says what is wrong with it. */
function decodeAddress(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
