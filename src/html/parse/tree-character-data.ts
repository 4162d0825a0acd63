import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { AttributeTable } from './tokenizer-attributes.ts';
import { normalizeName } from './tokenizer-names.ts';

/** Line ends as the input stream preprocessor leaves them (WHATWG HTML 13.2.3.5). */
function normalizeNewlines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** A range of the source as text; `isRaw` keeps character references as they are. NUL is left alone. */
export function decodeText(source: string, start: number, stop: number, isRaw: boolean): string {
  const text = normalizeNewlines(source.slice(start, stop));
  return isRaw || !text.includes('&') ? text : decodeHTML(text);
}

export function attributeValue(source: string, attributes: AttributeTable, index: number): string {
  const raw = normalizeNewlines(source.slice(attributes.valueStart(index), attributes.valueStop(index)));
  const value = raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
  return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
}

export function attributeName(source: string, attributes: AttributeTable, index: number): string {
  return normalizeName(source.slice(attributes.nameStart(index), attributes.nameStop(index)));
}
