import { decodeHTML } from 'entities';
import { z } from 'zod';
import { withoutUnseen } from '../../../text/seen-text.ts';
import { isHttp, MAX_URL_LENGTH, withoutCredentials } from '../../../lib/addresses/url.ts';

const MAX_TITLE = 500;
const MAX_DATE = 60;
const MAX_TEXT = 2_000;
/** A text is cut before it is read: some answers hold megabytes. */
const READ_AHEAD = 4;
/** Entries of a list that are looked at; no provider gives more. */
const MAX_ENTRIES = 500;
const MAX_SIZE = 1_000_000;

/** Marks that providers put around found words, and what is left of pages; names of types in angle brackets stay. */
const TAG =
  /<\/?(?:a|b|br|code|div|em|font|h[1-6]|i|li|mark|ol|p|small|span|strong|sub|sup|u|ul|wbr)(?:\s[^<>]{0,300})?\/?>/gi;
const UNPRINTED = /[\p{Cc}\p{Zl}\p{Zp}\u{FEFF}]+/gu;

/** A text of a provider on one line, without marks, entities and what readers do not see; '' for anything that is none. */
function plainText(value: unknown, limit: number): string {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : '';
  const read = value
    .slice(0, limit * READ_AHEAD)
    .replace(TAG, (tag) => (/^<\/?(?:br|p|div|li|h)/i.test(tag) ? ' ' : ''));
  const shown = withoutUnseen(decodeHTML(read));
  const text = shown.replace(UNPRINTED, ' ').replace(/\s+/g, ' ').trim();
  if (text.length <= limit) return text.toWellFormed();
  return `${text.slice(0, limit - 1).trimEnd()}…`.toWellFormed();
}

/** An http(s) URL without user and password; undefined for anything else. */
function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH) return undefined;
  const url = URL.parse(value);
  if (url === null || !isHttp(url) || url.href.length > MAX_URL_LENGTH) return undefined;
  return url.username === '' && url.password === '' && !/\s/.test(value)
    ? value
    : withoutCredentials(url).href;
}

/** A number of pixels; undefined for anything else. */
function pixels(value: unknown): number | undefined {
  const size = typeof value === 'string' && /^\s*\d{1,7}\s*$/.test(value) ? Number(value) : value;
  return typeof size === 'number' && Number.isInteger(size) && size > 0 && size <= MAX_SIZE
    ? size
    : undefined;
}

/** A date as its provider words it; undefined when that says nothing. */
export function wordsOfDate(value: unknown): string | undefined {
  return typeof value === 'string' ? plainText(value, MAX_DATE) || undefined : undefined;
}

export const looseTitle = z
  .unknown()
  .optional()
  .transform((value) => plainText(value, MAX_TITLE));
export const looseText = z
  .unknown()
  .optional()
  .transform((value) => plainText(value, MAX_TEXT));
export const looseUrl = z.unknown().optional().transform(webUrl);
export const loosePixels = z.unknown().optional().transform(pixels);
/** A list, of which entries are read with `readEntries`. */
export const looseList = z.array(z.unknown()).transform((list) => list.slice(0, MAX_ENTRIES));

/** Those entries of a list that have the shape of the schema, in its order. */
export function readEntries<Schema extends z.ZodType>(
  list: readonly unknown[] | null | undefined,
  schema: Schema,
): Array<z.output<Schema>> {
  return (list ?? []).flatMap((entry) => {
    const read = schema.safeParse(entry);
    return read.success ? [read.data] : [];
  });
}
