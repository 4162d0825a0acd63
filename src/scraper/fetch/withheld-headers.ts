/** Headers that are properties of the browser, which shows them to every page. */
const SEEN_BY_ALL: ReadonlySet<string> = new Set(['user-agent', 'accept-language']);

/** The headers of a caller, the URL that the caller named, and the URL that the page came from. */
export interface SentHeaders {
  /** The URL that the caller named: its origin gets what they send, no other does. */
  named: URL;
  headers: Readonly<Record<string, string>>;
  /** Where the page came from in the end. */
  url: URL;
  isRendered?: boolean;
}

/** Whether headers, cookies or credentials of the caller did not go to the page that they are given. */
export function areHeadersWithheld({ named, headers, url, isRendered = false }: SentHeaders): boolean {
  if (url.origin === named.origin) return false;
  if (named.username !== '' || named.password !== '') return true;
  return Object.keys(headers).some((name) => !isRendered || !SEEN_BY_ALL.has(name.toLowerCase()));
}

/** Says so of one page. */
export function withheldFromPage({ named, url }: Pick<SentHeaders, 'named' | 'url'>): string {
  const isUpgrade =
    url.hostname === named.hostname && url.protocol === 'https:' && named.protocol === 'http:';
  const advice = isUpgrade ? ` A request for ${url.origin} has them sent there.` : '';
  return `The page is at ${url.origin}, to which headers, cookies and credentials of the request were not sent: they are for ${named.origin} alone.${advice}`;
}

/** Says so of many; of pages that the caller named each by itself without `named`. */
export function withheldFromPages(named?: URL): string {
  const place = named?.origin ?? 'the origins of the given URLs';
  return `Headers, cookies and credentials of the request were sent to ${place} alone: pages of other origins were asked for without them.`;
}
