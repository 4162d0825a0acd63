import { ServiceError } from '../../../lib/service-error.ts';
import { fencePage } from '../../../models/fence.ts';
import type { LinkStyle } from '../../../text/reference-links.ts';

/** A place in a text that is kept with its scrape; as a cursor it is `id:field:links:offset`. */
export interface CursorPlace {
  /** The scrape's id. */
  id: string;
  /** A field of the document: `markdown`, `html`, ... */
  field: string;
  links: LinkStyle;
  /** Characters before it. */
  offset: number;
}

const CURSOR = /^([0-9a-f-]{36}):(markdown|html|links|summary):(inline|references|none):(\d{1,9})$/i;
/** A cut goes back to the end of a line, at most by this share of the text. */
const LINE_SHARE = 0.1;

export function writeCursor({ id, field, links, offset }: CursorPlace): string {
  return `${id}:${field}:${links}:${offset}`;
}

export function readCursor(cursor: string): CursorPlace {
  const [, id, field, links, offset] = CURSOR.exec(cursor) ?? [];
  if (id === undefined || field === undefined || offset === undefined)
    throw new ServiceError('BAD_REQUEST', {
      message: 'This is no cursor: send one as scrape, crawl_status or read_more gave it',
    });
  return { id, field, links: links as LinkStyle, offset: Number(offset) };
}

/** The part of a stranger's text from a place on, between marks, and the cursor of the rest. */
export function partOf(text: string, place: CursorPlace, maxCharacters: number): string {
  const rest = text.slice(place.offset);
  if (rest === '') return 'There is no text here.';
  const part = cutAtLine(rest, maxCharacters);
  const { fenced } = fencePage(part.trimEnd());
  const end = place.offset + part.length;
  if (end >= text.length) return fenced;
  const cursor = writeCursor({ ...place, offset: end });
  return `${fenced}\n\nCharacters ${place.offset} to ${end} of ${text.length}. The rest: read_more with cursor ${cursor}`;
}

/** The beginning of a text, to the end of a line where one is near, and of whole characters. */
export function cutAtLine(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const lineEnd = text.lastIndexOf('\n', maxCharacters - 1) + 1;
  if (lineEnd >= maxCharacters * (1 - LINE_SHARE)) return text.slice(0, lineEnd);
  const code = text.charCodeAt(maxCharacters - 1);
  const isSplit = code >= 0xd800 && code <= 0xdbff;
  return text.slice(0, isSplit ? maxCharacters - 1 : maxCharacters);
}
