import { CATEGORY_HOSTS, type SearchCategory } from '../../text/search-query/category-hosts.ts';
import type { ProviderRequest, SearchAsk, SearchProvider } from './providers/provider.ts';
import { orGroup, queryPieces, type QueryPiece } from './query-text.ts';
import { asksOf, type SearchWish } from './search-wish.ts';

/** A request without the page. */
export type PlannedRequest = Omit<ProviderRequest, 'page' | 'count'>;

/** How a provider is asked for what a caller wants. */
export interface SearchPlan {
  /** Usually one. The results of several are merged by their ranks. */
  readonly requests: readonly PlannedRequest[];
  /** Asks that are checked on results. */
  readonly checked: ReadonlySet<SearchAsk>;
  /** Results are put in order of date here. */
  readonly isSortedHere: boolean;
  /** Whole sentences on what is not done as asked. */
  readonly remarks: readonly string[];
}

export type PlannedProvider = Pick<SearchProvider, 'name' | 'abilities' | 'parameters' | 'loose' | 'limits'>;

/** A category of many sites is asked for in so many queries at most. */
const MAX_PARTS = 3;

const NAMES: Readonly<Partial<Record<SearchAsk, string>>> = {
  phrases: 'phrases in quotes',
  excluded: 'words with a minus',
  alternatives: 'OR',
  sortByDate: 'an order by date (sbd)',
  safe: 'safe',
  country: 'country',
  location: 'location',
  includeDomains: 'includeDomains',
  excludeDomains: 'excludeDomains',
};

/** Makes a plan of the provider's abilities; undefined when it does not have the source. */
export function planSearch(wish: SearchWish, provider: PlannedProvider): SearchPlan | undefined {
  const { abilities, loose, parameters, name } = provider;
  if (wish.source !== 'web' && abilities[wish.source] === 'none') return undefined;
  const asks = asksOf(wish);
  const inText = (ask: SearchAsk): boolean => abilities[ask] === 'native' && !parameters.has(ask);
  const units = unitsOf(wish, inText);
  const checked = [...asks].filter(
    (ask) =>
      abilities[ask] === 'results' ||
      (abilities[ask] === 'native' && loose.has(ask)) ||
      units.checked.has(ask),
  );
  const missing = [...asks].filter((ask) => abilities[ask] === 'none' && !checked.includes(ask));
  const { texts, remarks } = textsOf(wish, { provider, inText, units: units.texts });
  return {
    requests: texts.map((text) => ({ ...requestOf(wish), text })),
    checked: new Set(checked),
    isSortedHere: wish.isByDate && abilities.sortByDate !== 'native',
    remarks: [...remarks, ...missingRemarks(name, missing)],
  };
}

function requestOf(wish: SearchWish): Omit<PlannedRequest, 'text'> {
  const { limit: _limit, hasPassages: _hasPassages, ...rest } = wish;
  return rest;
}

function missingRemarks(name: string, missing: readonly SearchAsk[]): string[] {
  if (missing.length === 0) return [];
  const names = [...new Set(missing.map(nameOf))];
  const listed = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
  return [`${name === 'own' ? 'The search over own pages' : name} cannot take ${listed} into account.`];
}

function nameOf(ask: SearchAsk): string {
  if (ask.startsWith('range:')) return 'a range of time (tbs)';
  if (ask.startsWith('category:')) return `the category ${ask.slice('category:'.length)}`;
  return NAMES[ask] ?? `${ask}:`;
}

interface Units {
  /** Operators of which one is to fit. */
  texts: string[];
  /** Asks that these do not say. */
  checked: Set<SearchAsk>;
}

/** Domains, else categories, as operators. Both would not fit: the domains are narrower, and categories can be checked. */
function unitsOf(wish: SearchWish, inText: (ask: SearchAsk) => boolean): Units {
  const { includeDomains, categories, query } = wish;
  const categoryAsks = categories.map((category) => `category:${category}` as const);
  const hasSite = query.filters.some(({ operator, isNegated }) => operator === 'site' && !isNegated);
  if (includeDomains.length > 0 && inText('includeDomains'))
    return { texts: includeDomains.map((domain) => `site:${domain}`), checked: new Set(categoryAsks) };
  const isWritten = categories.length > 0 && !hasSite && categoryAsks.every(inText);
  if (isWritten) return { texts: categories.flatMap(unitsOfCategory), checked: new Set() };
  // A category that is a parameter needs no check for want of operators.
  return { texts: [], checked: new Set(categoryAsks.filter(inText)) };
}

function unitsOfCategory(category: SearchCategory): string[] {
  return category === 'pdf' ? ['filetype:pdf'] : CATEGORY_HOSTS[category].map((host) => `site:${host}`);
}

interface TextParts {
  provider: PlannedProvider;
  inText: (ask: SearchAsk) => boolean;
  units: readonly string[];
}

/** The text of each query, within the limits of the provider. */
function textsOf(wish: SearchWish, parts: TextParts): { texts: string[]; remarks: string[] } {
  const { provider, inText, units } = parts;
  const { limits, name } = provider;
  const excluded = inText('excludeDomains') ? wish.excludeDomains.map((domain) => `-site:${domain}`) : [];
  const pieces = [
    ...queryPieces(wish, inText),
    ...excluded.map((text): QueryPiece => ({ text, isOperator: true })),
  ];
  // Each query is to have room for its part of the units.
  const reserve = orGroup(units.slice(0, Math.ceil(units.length / MAX_PARTS)));
  const written = [wish.query.text, ...excluded].join(' ');
  const isWritten = isAllOf(wish, inText) && fits(`${written} ${reserve}`, limits);
  const kept = isWritten ? written : shorten(pieces, reserve, limits);
  const base = kept || textOfRest(wish, limits);
  const { groups, left } = splitUnits(units, base, limits);
  const shortened = `The query was shortened to the ${limits.maxWords} words and ${limits.maxCharacters} characters that ${name} takes.`;
  const isShort = !isWritten && kept !== joined(pieces);
  return {
    texts: groups.length === 0 ? [base] : groups.map((group) => `${base} ${orGroup(group)}`.trim()),
    remarks: [
      ...(isShort ? [shortened] : []),
      ...(left > 0 ? [`${name} was asked for ${units.length - left} of ${units.length} domains only.`] : []),
    ],
  };
}

/** Whether all that the query says goes into the text, so that it can stay as the caller wrote it. */
function isAllOf({ query }: SearchWish, inText: (ask: SearchAsk) => boolean): boolean {
  return (
    (query.phrases.length === 0 || inText('phrases')) &&
    (query.excluded.length === 0 || inText('excluded')) &&
    (query.alternatives.length === 0 || inText('alternatives')) &&
    query.filters.every(({ operator }) => inText(operator))
  );
}

/** No provider takes an empty query: one of nothing but operators that it does not know is asked for in their values. */
function textOfRest({ query }: SearchWish, { maxCharacters, maxWords }: Limits): string {
  const wanted = query.filters.filter(({ isNegated }) => !isNegated).map(({ value }) => value);
  const rest = wanted.length > 0 ? wanted.join(' ') : query.text;
  return rest.split(/\s+/).slice(0, maxWords).join(' ').slice(0, maxCharacters).toWellFormed();
}

type Limits = PlannedProvider['limits'];

function fits(text: string, { maxCharacters, maxWords }: Limits): boolean {
  const trimmed = text.trim();
  return trimmed.length <= maxCharacters && trimmed.split(/\s+/).length <= maxWords;
}

function joined(pieces: readonly QueryPiece[]): string {
  return pieces
    .map(({ text }) => text)
    .join(' ')
    .trim();
}

/** Leaves words out, the last ones first, and operators only when no word is left. */
function shorten(pieces: readonly QueryPiece[], reserve: string, limits: Limits): string {
  const kept = [...pieces];
  while (kept.length > 1 && !fits(`${joined(kept)} ${reserve}`, limits)) {
    const word = kept.findLastIndex(({ isOperator }) => !isOperator);
    // The first word says most.
    kept.splice(word > 0 ? word : kept.length - 1, 1);
  }
  return joined(kept).slice(0, limits.maxCharacters);
}

/** Operators of which one is to fit, in as few queries as their number needs. */
function splitUnits(
  units: readonly string[],
  base: string,
  limits: Limits,
): { groups: string[][]; left: number } {
  if (units.length === 0) return { groups: [], left: 0 };
  for (let parts = 1; parts <= Math.min(MAX_PARTS, units.length); parts++) {
    const size = Math.ceil(units.length / parts);
    const groups = Array.from({ length: parts }, (_, at) => units.slice(at * size, (at + 1) * size));
    const filled = groups.filter((group) => group.length > 0);
    if (filled.every((group) => fits(`${base} ${orGroup(group)}`, limits)))
      return { groups: filled, left: 0 };
  }
  return fillGroups(units, base, limits);
}

function fillGroups(
  units: readonly string[],
  base: string,
  limits: Limits,
): { groups: string[][]; left: number } {
  const groups: string[][] = [];
  let at = 0;
  while (at < units.length && groups.length < MAX_PARTS) {
    const group = [units[at++]!];
    while (at < units.length && fits(`${base} ${orGroup([...group, units[at]!])}`, limits))
      group.push(units[at++]!);
    groups.push(group);
  }
  return { groups, left: units.length - at };
}
