import { normalName } from './section-names.ts';

/** No prefix of a path is longer. */
const MAX_SEGMENTS = 8;

/** The segments of known paths, and the prefixes that end in them. */
export interface PathIndex {
  readonly size: number;
  /** Prefixes that end in a segment of one of these normal names, no one below another. */
  prefixesOf(names: readonly string[]): string[];
  /** Prefixes that end in the code of a language: `/en`, `/en-us`. */
  prefixesOfLanguage(code: string): string[];
  some(pattern: RegExp): boolean;
}

export function createPathIndex(urls: readonly URL[]): PathIndex {
  const byName = new Map<string, Set<string>>();
  const byLanguage = new Map<string, Set<string>>();
  const add = (map: Map<string, Set<string>>, key: string, prefix: string): void => {
    const known = map.get(key);
    if (known === undefined) map.set(key, new Set([prefix]));
    else known.add(prefix);
  };
  for (const { pathname } of urls) {
    let prefix = '';
    for (const segment of pathname.split('/').slice(1, MAX_SEGMENTS + 1)) {
      if (segment === '') break;
      prefix += `/${segment}`;
      add(byName, normalName(decoded(segment)), prefix);
      const language = /^([a-z]{2})(?:[-_][a-z]{2})?$/i.exec(segment)?.[1];
      if (language !== undefined) add(byLanguage, language.toLowerCase(), prefix);
    }
  }
  const paths = urls.map(({ pathname }) => pathname);
  return {
    size: urls.length,
    prefixesOf: (names) => topmost(names.flatMap((name) => [...(byName.get(name) ?? [])])),
    prefixesOfLanguage: (code) => topmost([...(byLanguage.get(code) ?? [])]),
    some: (pattern) => paths.some((path) => pattern.test(path)),
  };
}

function topmost(prefixes: readonly string[]): string[] {
  const all = new Set(prefixes);
  return [...all].filter((prefix) => {
    for (let at = prefix.lastIndexOf('/'); at > 0; at = prefix.lastIndexOf('/', at - 1))
      if (all.has(prefix.slice(0, at))) return false;
    return true;
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
