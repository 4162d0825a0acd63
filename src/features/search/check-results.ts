import { foldText } from '../../text/fold-text.ts';
import type { SearchFilter } from '../../text/search-query/search-query.ts';
import { categoryOf, hasExtension, isHostOf } from './categories.ts';
import type { ProviderResult, SearchAsk } from './providers/provider.ts';
import { rangeTimes } from './providers/range-words.ts';
import type { SearchWish } from './search-wish.ts';

/** True for a result that is to be kept. */
export type ResultCheck = (result: ProviderResult) => boolean;

interface Shown {
  result: ProviderResult;
  url: URL;
  /** Title and text, as words between blanks. */
  words: string;
}

type Rule = (shown: Shown) => boolean;

/**
 * Tells whether a result is as the wish asks, in what can be seen on it. A quote that is not in title and text may be on the
 * page, so nothing is dropped for it; a result without a date may be of any time.
 */
export function createResultCheck(
  wish: SearchWish,
  checked: ReadonlySet<SearchAsk>,
  now: number,
): ResultCheck {
  const rules = [
    ...(checked.has('excluded') ? wish.query.excluded.map(withoutWords) : []),
    ...filterRules(wish.query.filters, checked),
    ...domainRules(wish, checked),
    ...categoryRules(wish, checked),
    ...rangeRules(wish, checked, now),
  ];
  return function isAsWished(result) {
    if (rules.length === 0) return true;
    const url = URL.parse(result.url);
    if (url === null) return false;
    const shown = { result, url, words: asWords(`${result.title} ${textOf(result)}`) };
    return rules.every((rule) => rule(shown));
  };
}

function textOf(result: ProviderResult): string {
  if (result.source === 'web') return result.description;
  return result.source === 'news' ? result.snippet : '';
}

function asWords(text: string): string {
  return ` ${foldText(text)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `;
}

function withoutWords(excluded: string): Rule {
  const words = asWords(excluded);
  return (shown) => words.trim() === '' || !shown.words.includes(words);
}

/** Rules of operators. Several `site:` or `filetype:` are alternatives. */
function filterRules(filters: readonly SearchFilter[], checked: ReadonlySet<SearchAsk>): Rule[] {
  const rules: Rule[] = [];
  const anyOf = new Map<string, Rule[]>();
  for (const filter of filters) {
    const matches = matcherOf(filter);
    if (matches === undefined || !checked.has(filter.operator)) continue;
    const { operator, isNegated } = filter;
    if (isNegated) rules.push((shown) => !matches(shown));
    else if (operator === 'site' || operator === 'filetype')
      anyOf.set(operator, [...(anyOf.get(operator) ?? []), matches]);
    else rules.push(matches);
  }
  const groups = [...anyOf.values()].map(
    (group): Rule =>
      (shown) =>
        group.some((rule) => rule(shown)),
  );
  return [...rules, ...groups];
}

function matcherOf({ operator, value }: SearchFilter): Rule | undefined {
  switch (operator) {
    case 'site':
      return isOfSite(value);
    case 'filetype':
      return ({ url }) => hasExtension(url.pathname, value.replace(/^\./, '').toLowerCase());
    case 'inurl':
      return inUrl([value]);
    case 'allinurl':
      return inUrl(value.split(/\s+/));
    case 'intitle':
      return inTitle([value]);
    case 'allintitle':
      return inTitle(value.split(/\s+/));
    case 'imagesize':
      return ofSize(value, (size, asked) => size === asked);
    case 'larger':
      return ofSize(value, (size, asked) => size >= asked);
    case 'related':
      return undefined;
  }
}

/** `example.com`, `https://example.com/docs/`: the host and those below it, and the folder. */
function isOfSite(value: string): Rule {
  const site = URL.parse(/^https?:\/\//i.test(value) ? value : `http://${value}`);
  if (site === null) return () => true;
  const folder = site.pathname.replace(/\/$/, '');
  return ({ url }) =>
    isHostOf(url.hostname, site.hostname) &&
    (url.pathname === folder || url.pathname.startsWith(`${folder}/`));
}

function inUrl(parts: readonly string[]): Rule {
  const wanted = parts.map((part) => part.toLowerCase());
  return ({ url: { href } }) => {
    const text = `${href} ${decoded(href)}`.toLowerCase();
    return wanted.every((part) => text.includes(part));
  };
}

function decoded(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    return href;
  }
}

function inTitle(parts: readonly string[]): Rule {
  const wanted = parts.map(asWords);
  return ({ result }) => {
    const title = asWords(result.title);
    return wanted.every((words) => words.trim() === '' || title.includes(words));
  };
}

/** A picture whose size is not known is none of the size. */
function ofSize(value: string, fits: (size: number, asked: number) => boolean): Rule | undefined {
  const [, width, height] = /^(\d{1,6})\s*[x×]\s*(\d{1,6})$/i.exec(value) ?? [];
  if (width === undefined) return undefined;
  return ({ result }) => {
    if (result.source !== 'images') return true;
    const { width: has = 0, height: hasHeight = 0 } = result;
    return has > 0 && fits(has, Number(width)) && fits(hasHeight, Number(height));
  };
}

function domainRules(wish: SearchWish, checked: ReadonlySet<SearchAsk>): Rule[] {
  const isAmong = ({ url }: Shown, domains: readonly string[]): boolean =>
    domains.some((domain) => isHostOf(url.hostname, domain));
  return [
    ...(checked.has('includeDomains') ? [(shown: Shown) => isAmong(shown, wish.includeDomains)] : []),
    ...(checked.has('excludeDomains') ? [(shown: Shown) => !isAmong(shown, wish.excludeDomains)] : []),
  ];
}

/** A result has to be of one of the categories, so none is checked where another one cannot be. */
function categoryRules({ categories }: SearchWish, checked: ReadonlySet<SearchAsk>): Rule[] {
  const isChecked =
    categories.length > 0 && categories.every((category) => checked.has(`category:${category}`));
  return isChecked ? [({ url }) => categoryOf(url.href, categories) !== undefined] : [];
}

function rangeRules({ range }: SearchWish, checked: ReadonlySet<SearchAsk>, now: number): Rule[] {
  if (range === undefined || !checked.has(`range:${range.kind}`)) return [];
  const { from, to } = rangeTimes(range, now);
  return [
    ({ result }) => {
      const time = result.source === 'images' ? undefined : result.publishedAt?.getTime();
      return time === undefined || (time >= (from?.getTime() ?? 0) && time <= (to?.getTime() ?? Infinity));
    },
  ];
}
