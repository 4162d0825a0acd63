import { jsonExcess } from '../lib/json/json-excess.ts';
import { mendJson, type FoundJson } from './mend-json.ts';

const LIMITS = { levels: 100, containers: 20_000, members: 100_000, entries: 200_000 };
/** Some ten times what a model may answer; a longer text is JSON as it stands, or none. */
const MAX_LOOSE_LENGTH = 250_000;
const THOUGHT_ENDS: readonly string[] = ['</think>', '</thinking>', '</reasoning>'];
const FENCE = '```';

/**
 * Finds the JSON in what a model wrote: the whole text, what stands in its last fence, or from the first bracket to the
 * last; with faults mended, in objects and lists only. Undefined when there is none.
 */
export function parseLoosely(text: string): FoundJson | undefined {
  const whole = parseStrictly(text);
  if (whole || text.length > MAX_LOOSE_LENGTH) return whole;
  const spoken = withoutThoughts(text);
  const parts = [spoken, lastFenced(spoken), betweenBrackets(spoken)];
  const known = parts.filter((part) => part !== undefined);
  for (const part of known) {
    const found = parseStrictly(part);
    if (found) return found;
  }
  for (const part of known) {
    const found = mendJson(part);
    if (found) return found;
  }
  return undefined;
}

/** A text in quotes that holds JSON is read as that. */
function parseStrictly(text: string): FoundJson | undefined {
  const found = parse(text);
  if (typeof found?.value !== 'string') return found;
  const inner = found.value.trim();
  return (/^[[{]/.test(inner) ? parse(inner) : undefined) ?? found;
}

function parse(text: string): FoundJson | undefined {
  if (jsonExcess(text, LIMITS) !== undefined) return undefined;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The text after the last thought; a thought without an end leaves nothing. */
function withoutThoughts(text: string): string {
  let from = 0;
  for (const end of THOUGHT_ENDS) {
    const at = text.lastIndexOf(end);
    if (at >= 0) from = Math.max(from, at + end.length);
  }
  const rest = text.slice(from);
  return /^\s*<(?:think|thinking|reasoning)>/.test(rest) ? '' : rest;
}

function lastFenced(text: string): string | undefined {
  const end = text.lastIndexOf(FENCE);
  const start = end <= 0 ? -1 : text.lastIndexOf(FENCE, end - 1);
  if (start < 0) return undefined;
  return text.slice(start + FENCE.length, end).replace(/^[a-z0-9]{0,10}\s/i, '');
}

function betweenBrackets(text: string): string | undefined {
  const start = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return start >= 0 && end > start ? text.slice(start, end + 1) : undefined;
}
