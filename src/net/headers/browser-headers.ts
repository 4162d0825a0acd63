/** The Chrome release that requests look like; every part of the identity below follows from it. */
const CHROME_MAJOR = 153;

interface BrowserIdentity {
  isMobile: boolean;
  /** BCP 47 tags, the most wanted first. */
  languages: readonly string[];
}

/**
 * Gives the headers that Chrome sends with a navigation that its user typed, as [name, value] in its order on HTTP/1.1.
 * On plain http Chrome leaves out client hints, Sec-Fetch-* and the codings that intermediaries may break.
 */
export function browserHeaders({
  isMobile,
  languages,
  url,
}: BrowserIdentity & { url: URL }): Array<[string, string]> {
  const isSecure = url.protocol === 'https:';
  const clientHints: Array<[string, string]> = [
    ['sec-ch-ua', brandList(CHROME_MAJOR)],
    ['sec-ch-ua-mobile', isMobile ? '?1' : '?0'],
    ['sec-ch-ua-platform', isMobile ? '"Android"' : '"Linux"'],
  ];
  const fetchMetadata: Array<[string, string]> = [
    ['Sec-Fetch-Site', 'none'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-User', '?1'],
    ['Sec-Fetch-Dest', 'document'],
  ];
  return [
    ...(isSecure ? clientHints : []),
    ['Upgrade-Insecure-Requests', '1'],
    ['User-Agent', chromeUserAgent(isMobile, CHROME_MAJOR)],
    [
      'Accept',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
    ],
    ...(isSecure ? fetchMetadata : []),
    ['Accept-Encoding', isSecure ? 'gzip, deflate, br, zstd' : 'gzip, deflate'],
    ['Accept-Language', acceptLanguage(languages)],
  ];
}

/** Chrome's reduced user agent: only the major version is true. */
export function chromeUserAgent(isMobile: boolean, major: number): string {
  const platform = isMobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64';
  const mobile = isMobile ? ' Mobile' : '';
  return `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0${mobile} Safari/537.36`;
}

/** The sec-ch-ua header of a Chrome release. */
export function brandList(major: number): string {
  return brandsOf(major)
    .map(({ brand, version }) => `"${brand}";v="${version}"`)
    .join(', ');
}

/**
 * Gives the brands of a Chrome release: its two real brands and a made-up one, shuffled by the version number. Source:
 * Chromium, components/embedder_support/user_agent_utils.cc.
 */
export function brandsOf(major: number): Array<{ brand: string; version: string }> {
  const separators = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'];
  const madeUpVersions = ['8', '99', '24'];
  const positions = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  const separator = (offset: number): string | undefined => separators[(major + offset) % separators.length];
  const brands = [
    {
      brand: `Not${separator(0)}A${separator(1)}Brand`,
      version: madeUpVersions[major % madeUpVersions.length] ?? '',
    },
    { brand: 'Chromium', version: String(major) },
    { brand: 'Google Chrome', version: String(major) },
  ];
  const shuffled = [...brands];
  brands.forEach((brand, index) => {
    shuffled[positions[major % positions.length]?.[index] ?? index] = brand;
  });
  return shuffled;
}

/** Chrome's Accept-Language: the weight falls by a tenth from tag to tag. */
export function acceptLanguage(languages: readonly string[]): string {
  return expandLanguages(languages)
    .map((tag, index) => {
      const tenths = Math.max(1, 10 - index);
      return tenths === 10 ? tag : `${tag};q=0.${tenths}`;
    })
    .join(',');
}

/**
 * Expands languages as Chrome does: each regional tag is followed by its language (`de-AT,de`). Without languages it is
 * American English. Texts that are no language tags are left out.
 */
export function expandLanguages(languages: readonly string[]): string[] {
  const tags = languages.filter((tag) => /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag));
  const wanted = tags.length > 0 ? tags : ['en-US'];
  const expanded = new Set<string>();
  wanted.forEach((tag, index) => {
    expanded.add(tag);
    const language = tag.split('-')[0] ?? tag;
    const next = wanted[index + 1];
    if (next === undefined || next.split('-')[0] !== language) expanded.add(language);
  });
  return [...expanded];
}
