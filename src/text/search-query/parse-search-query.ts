import { readQueryTokens, type QueryToken } from './read-query-tokens.ts';
import type { SearchFilter, SearchQuery } from './search-query.ts';

/**
 * Takes a query apart, in one pass.
 *
 * - Text in quotes, whichever a keyboard has, is a phrase; a quote that nobody closes is text.
 * - A minus excludes what follows it, at the start of the query or after white space: `e-mail` and `--flag` are words.
 *   `-(a b)` excludes each word.
 * - `name:value` is a filter when the name is an operator and a value follows; `https://...` is a word. Values may be
 *   quoted. `allintitle:` and `allinurl:` take all words up to the next phrase, minus or operator.
 * - `a OR b` and `a | b` are alternatives. Brackets around them are dropped. Between operators an `OR` says nothing.
 */
export function parseSearchQuery(query: string): SearchQuery {
  const text = query.trim();
  const parts = {
    text,
    words: [] as string[],
    phrases: [] as string[],
    excluded: [] as string[],
    alternatives: [] as string[][],
    filters: [] as SearchFilter[],
  };
  for (const group of groupsOf(readQueryTokens(text))) {
    if (group.length > 1) parts.alternatives.push(group.map((one) => one.text));
    for (const token of group) addToken(token, group.length > 1);
  }
  return parts;

  function addToken(token: QueryToken, isAlternative: boolean): void {
    const { kind, text: value, isNegated, operator } = token;
    if (operator !== undefined) parts.filters.push({ operator, value, isNegated });
    else if (isNegated) parts.excluded.push(value);
    else if (kind !== 'phrase') parts.words.push(value);
    else if (isAlternative) parts.words.push(...value.split(/\s+/));
    else parts.phrases.push(value);
  }
}

/** The tokens with those together that an `OR` joins; each other one is a group of its own. */
function groupsOf(tokens: readonly QueryToken[]): QueryToken[][] {
  const groups: QueryToken[][] = [];
  let isJoined = false;
  for (const [at, token] of tokens.entries()) {
    const last = groups.at(-1);
    if (token.kind === 'or') {
      if (last !== undefined && at < tokens.length - 1) isJoined = true;
      // An `OR` at an end of the query joins nothing, and may be a word that is looked for.
      else if (token.text === 'OR') groups.push([{ ...token, kind: 'word' }]);
      continue;
    }
    if (isJoined && last !== undefined && isOperand(token) && isOperand(last[0]!)) last.push(token);
    else groups.push([token]);
    isJoined = false;
  }
  return groups;
}

function isOperand({ kind, isNegated }: QueryToken): boolean {
  return !isNegated && kind !== 'filter';
}
