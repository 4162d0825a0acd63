import { digitsAsN } from './digits-as-n.ts';

/** The choices that a query makes, without the page number within what was chosen. */
export interface ParameterCombination {
  /** Each choice for itself, as text that names host and path as well. */
  choices: string[];
  /** All of them together, in one order. */
  combination: string;
  /** The pattern that combinations are counted under. */
  pattern: string;
  limit: number;
}

const PAGE_NUMBER =
  /^(?:p|pg|page|paged|pagenum|page_?no|page_?number|start|offset|from|skip|seite|cursor|after)$/i;
/** The first parameters tell enough. */
const MAX_CHOICES = 16;
/** Two dimensions may be a real grid, such as chapters by pages; three and more are filters. */
const PAIR_LIMIT = 1_000;
const MANY_LIMIT = 200;

/** Undefined for a query that does not combine anything. */
export function parameterCombination(url: URL): ParameterCombination | undefined {
  if (!url.search.includes('&')) return undefined;
  const place = url.host + url.pathname;
  const choices = url.search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !PAGE_NUMBER.test(parameter.split('=', 1)[0] ?? ''))
    .slice(0, MAX_CHOICES)
    .toSorted();
  if (choices.length < 2) return undefined;
  const isPair = choices.length === 2;
  return {
    choices: choices.map((choice) => `${place}?${choice}`),
    combination: `${place}?${choices.join('&')}`,
    pattern: `${url.host}${digitsAsN(url.pathname)}?${isPair ? '…&…' : '…&…&…'}`,
    limit: isPair ? PAIR_LIMIT : MANY_LIMIT,
  };
}
