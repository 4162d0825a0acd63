import type { Ability, SearchAsk } from './provider.ts';

/** Everything that can be asked for, in the order of the documentation. */
export const SEARCH_ASKS: readonly SearchAsk[] = [
  'phrases',
  'excluded',
  'alternatives',
  'site',
  'filetype',
  'inurl',
  'allinurl',
  'intitle',
  'allintitle',
  'related',
  'imagesize',
  'larger',
  'includeDomains',
  'excludeDomains',
  'range:hour',
  'range:day',
  'range:week',
  'range:month',
  'range:year',
  'range:custom',
  'sortByDate',
  'country',
  'location',
  'category:github',
  'category:research',
  'category:pdf',
  'safe',
  'news',
  'images',
];

/** Abilities of a provider that does everything, but for those named. */
export function abilitiesBut(
  others: Partial<Record<SearchAsk, Ability>>,
): Readonly<Record<SearchAsk, Ability>> {
  const all = Object.fromEntries(SEARCH_ASKS.map((ask) => [ask, 'native'])) as Record<SearchAsk, Ability>;
  return Object.freeze({ ...all, ...others });
}
