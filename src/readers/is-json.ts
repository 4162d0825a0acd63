import { jsonExcess } from '../lib/json/json-excess.ts';

/** Deeper text is no JSON that anybody reads, and takes a parser a hundred times as long. */
const MAX_LEVELS = 1_000;
const LIMITS = { levels: MAX_LEVELS, containers: Infinity, members: Infinity, entries: Infinity };

/** Whether the text is valid JSON that nests no deeper than 1,000 levels. */
export function isJson(text: string): boolean {
  if (jsonExcess(text, LIMITS) !== undefined) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
