import { isJson } from '../is-json.ts';

const INDENT = '  ';
const MAX_INPUT_LENGTH = 2_000_000;
const MIN_OUTPUT_LIMIT = 64_000;
const MAX_GROWTH = 4;

/**
 * JSON text with one member a line. Works on the text, so that numbers keep every digit and members their order.
 * Undefined when the text is not valid JSON, longer than 2 million characters, or so deep that indentation would make
 * it more than four times as long.
 */
export function indentJson(text: string): string | undefined {
  if (text.length > MAX_INPUT_LENGTH || !isJson(text)) return undefined;
  const limit = Math.max(MIN_OUTPUT_LIMIT, text.length * MAX_GROWTH);
  const parts: string[] = [];
  let length = 0;
  let depth = 0;
  let previous = '';
  for (const token of tokensOf(text)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    const isFirst = opens(previous);
    const startsLine = isClosing ? !isFirst : isFirst || previous === ',';
    const before = startsLine ? `\n${INDENT.repeat(depth)}` : previous === ':' ? ' ' : '';
    if (opens(token)) depth++;
    parts.push(before, token);
    length += before.length + token.length;
    if (length > limit) return undefined;
    previous = token;
  }
  return parts.join('');
}

function opens(token: string): boolean {
  return token === '{' || token === '[';
}

/** The tokens of valid JSON: punctuation, and strings, numbers and words as written. */
function* tokensOf(text: string): Iterable<string> {
  for (let at = 0; at < text.length;) {
    const char = text[at]!;
    const start = at;
    if (char === '"') at = endOfString(text, at);
    else if (PUNCTUATION.has(char) || SPACE.has(char)) at++;
    else while (at < text.length && !PUNCTUATION.has(text[at]!) && !SPACE.has(text[at]!)) at++;
    if (!SPACE.has(char)) yield text.slice(start, at);
  }
}

const PUNCTUATION = new Set('{}[]:,');
const SPACE = new Set(' \t\r\n');

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
