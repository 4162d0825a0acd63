import type { SearchFilter } from '../../text/search-query/search-query.ts';
import type { SearchAsk } from './providers/provider.ts';
import type { SearchWish } from './search-wish.ts';

/** A piece of a query's text. Operators are kept when the text has to become shorter. */
export interface QueryPiece {
  text: string;
  isOperator: boolean;
}

/** Operators that take all words up to the next operator: they come last. */
const GREEDY: ReadonlySet<string> = new Set(['allintitle', 'allinurl']);

/**
 * A query as a provider takes it. `isNative` tells the asks that go into the text: of a quote or operator that does not, the
 * words stay, since they help to find what is then looked for among the results.
 */
export function queryPieces({ query }: SearchWish, isNative: (ask: SearchAsk) => boolean): QueryPiece[] {
  const hasGroups = isNative('alternatives');
  const words = hasGroups ? withoutAlternatives(query.words, query.alternatives) : query.words;
  const filters = query.filters.toSorted(
    (a, b) => Number(GREEDY.has(a.operator)) - Number(GREEDY.has(b.operator)),
  );
  return [
    ...words.map(asWord),
    ...query.phrases.map((phrase) => (isNative('phrases') ? asOperator(quoted(phrase)) : asWord(phrase))),
    ...(hasGroups ? query.alternatives.map(asGroup) : []),
    ...(isNative('excluded') ? query.excluded.map((text) => asOperator(`-${quotedIfLong(text)}`)) : []),
    ...filterPieces(filters, isNative),
  ];
}

/** `(site:a.com OR site:b.com)`. */
export function orGroup(units: readonly string[]): string {
  return units.length < 2 ? units.join('') : `(${units.join(' OR ')})`;
}

function asWord(text: string): QueryPiece {
  return { text, isOperator: false };
}

function asOperator(text: string): QueryPiece {
  return { text, isOperator: true };
}

function asGroup(alternatives: readonly string[]): QueryPiece {
  return asOperator(orGroup(alternatives.map(quotedIfLong)));
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '')}"`;
}

function quotedIfLong(text: string): string {
  return /\s/.test(text) ? quoted(text) : text;
}

/** Takes each word of the alternatives out once. */
function withoutAlternatives(
  words: readonly string[],
  alternatives: ReadonlyArray<readonly string[]>,
): string[] {
  const left = new Map<string, number>();
  for (const word of alternatives.flat().flatMap((text) => text.split(/\s+/)))
    left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    if (count > 0) left.set(word, count - 1);
    return count === 0;
  });
}

function filterPieces(filters: readonly SearchFilter[], isNative: (ask: SearchAsk) => boolean): QueryPiece[] {
  const pieces: QueryPiece[] = [];
  for (const operator of new Set(filters.map((filter) => filter.operator))) {
    const same = filters.filter((filter) => filter.operator === operator);
    if (isNative(operator)) pieces.push(...operatorPieces(operator, same));
    // The name of a host is not what its pages say.
    else if (
      operator !== 'site' &&
      operator !== 'related' &&
      operator !== 'imagesize' &&
      operator !== 'larger'
    )
      pieces.push(...same.filter(({ isNegated }) => !isNegated).map(({ value }) => asWord(value)));
  }
  return pieces;
}

/** Several sites, or types of files, are alternatives. */
function operatorPieces(operator: string, filters: readonly SearchFilter[]): QueryPiece[] {
  const write = ({ value }: SearchFilter): string =>
    `${operator}:${GREEDY.has(operator) ? value : quotedIfLong(value)}`;
  const wanted = filters.filter(({ isNegated }) => !isNegated).map(write);
  const isAnyOf = operator === 'site' || operator === 'filetype';
  return [
    ...filters.filter(({ isNegated }) => isNegated).map((filter) => asOperator(`-${write(filter)}`)),
    ...(isAnyOf && wanted.length > 1 ? [asOperator(orGroup(wanted))] : wanted.map(asOperator)),
  ];
}
