import type { ConvertRequest } from './convert-page.ts';

/** A byte of a long base is copied for each address, which is less than what else is done with a byte of a page. */
const BASE_SHARE = 1 / 10;
/** The work of a `srcset`, in bytes of an ordinary page: grammars of its own read and write it. */
const SRCSET_BYTES = 400;
/** A byte of a table may be a cell. */
const TABLE_FACTOR = 10;

const BASE = /<base[\s/][^>]*/i;
const SRCSET = /srcset/gi;
/** Addresses that become longer than this are worth counting. */
const LONG_BASE = 200;

/**
 * Whether a conversion is more work than what `limit` bytes of an ordinary page make. The bytes count once for the
 * conversion and once for each selector, since both are linear in the page; parts that cost more than their length
 * tells count more, for which the whole page is read.
 */
export function isMoreWork(request: ConvertRequest, limit: number): boolean {
  return isMoreBySize(request, limit) || workBySize(request) + addressWork(request) > limit;
}

/** Whether the size of a page alone, and the number of selectors, make it more work than `limit`. */
export function isMoreBySize(request: ConvertRequest, limit: number): boolean {
  return workBySize(request) > limit;
}

function workBySize(request: ConvertRequest): number {
  return sizeOf(request) * (1 + countSelectors(request));
}

function sizeOf({ body, kind, document }: ConvertRequest): number {
  if (document === undefined) return body.length * (kind === 'csv' ? TABLE_FACTOR : 1);
  const { html, pages = [] } = document.content;
  const { pages: isByPage, pageMarkers, blocks } = document.pdf;
  const passes = 1 + (isByPage || pageMarkers ? 1 : 0) + (blocks ? 1 : 0);
  return passes * pages.reduce((sum, page) => sum + page.html.length, html.length);
}

function countSelectors({ includeTags, excludeTags, formats }: ConvertRequest): number {
  const attributes = formats.map((format) => (format.type === 'attributes' ? format.selectors.length : 0));
  return attributes.reduce((sum, count) => sum + count, includeTags.length + excludeTags.length);
}

/** Counts the work of addresses that become long, and of lists of addresses. */
function addressWork({ body, kind, url, document }: ConvertRequest): number {
  if (kind !== 'html' || document !== undefined) return 0;
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
  const baseLength = Math.max(url.length, BASE.exec(text)?.[0].length ?? 0);
  const attributes = baseLength > LONG_BASE ? occurrences(text, /=/g) : 0;
  return attributes * baseLength * BASE_SHARE + occurrences(text, SRCSET) * SRCSET_BYTES;
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
