/**
 * Gives the headers that Chrome sends for a file that a page of `referrer` plays, where they differ from a
 * navigation's; an empty value leaves a header out. The file is asked for as it is: its size counts, and it is
 * compressed already.
 */
export function fileHeaders(url: URL, referrer: URL): Record<string, string> {
  const isSameOrigin = url.origin === referrer.origin;
  return {
    Accept: '*/*',
    'Accept-Encoding': 'identity',
    'Upgrade-Insecure-Requests': '',
    'Sec-Fetch-User': '',
    ...(url.protocol === 'https:' && {
      'Sec-Fetch-Site': isSameOrigin ? 'same-origin' : 'cross-site',
      'Sec-Fetch-Mode': 'no-cors',
      'Sec-Fetch-Dest': 'video',
    }),
    Referer: refererOf(url, referrer, isSameOrigin),
  };
}

/** The default policy of browsers, strict-origin-when-cross-origin. */
function refererOf(url: URL, referrer: URL, isSameOrigin: boolean): string {
  if (isSameOrigin) return `${referrer.origin}${referrer.pathname}${referrer.search}`;
  return referrer.protocol === 'https:' && url.protocol === 'http:' ? '' : `${referrer.origin}/`;
}
