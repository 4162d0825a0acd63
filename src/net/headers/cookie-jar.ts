import { CookieJar as ToughCookieJar } from 'tough-cookie';

/** The cookies of one visit: what servers set on the way, for the requests that follow. */
export interface CookieJar {
  /** Keeps what a response sets; what the rules forbid (another site, a public suffix) is left out. */
  store(url: URL, setCookie: string | readonly string[] | undefined): void;
  /** The Cookie header for a request, empty without cookies. */
  headerFor(url: URL): string;
}

/** RFC 6265bis. Costs nothing until a server sets a cookie. */
export function createCookieJar(): CookieJar {
  let jar: ToughCookieJar | undefined;
  return {
    store(url, setCookie = []) {
      for (const cookie of [setCookie].flat()) {
        jar ??= new ToughCookieJar(undefined, { rejectPublicSuffixes: true, looseMode: true });
        jar.setCookieSync(cookie, url.href, { ignoreError: true });
      }
    },
    headerFor: (url) => jar?.getCookieStringSync(url.href) ?? '',
  };
}
