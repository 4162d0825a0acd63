import type { ByteView } from '../../cfb/byte-view.ts';

const CHECK_BOX = 1;
const DROP_DOWN = 2;
/** The field shows what it shows by default. */
const DEFAULT = 25;
const TEXTS_BEFORE_LIST = 5;
const EXTENDED = 0xff_ff;

/**
 * Gives the text of a check box or a drop-down list of a form, by the offset of its data ([MS-DOC] 2.9.78, FFData):
 * their fields have no result in the text. Empty for other fields.
 */
export function formFieldText(data: ByteView, offset: number): string {
  // The same header as a picture's stands before it.
  const field = data.part(offset + data.u16(offset + 4), Math.min(data.u32(offset), 10_000));
  const flags = field.u16(4);
  const kind = flags & 3;
  if (kind !== CHECK_BOX && kind !== DROP_DOWN) return '';
  const nameEnd = skipText(field, 10);
  const chosen = (flags >> 2) & 0x1f;
  const index = chosen === DEFAULT ? field.u16(nameEnd) : chosen;
  if (kind === CHECK_BOX) return index === 0 ? '☐' : '☒';
  let at = nameEnd + 2;
  for (let i = 0; i < TEXTS_BEFORE_LIST; i++) at = skipText(field, at);
  return choice(field, at, index);
}

/** A length, the characters, a null. */
function skipText(field: ByteView, at: number): number {
  return at + 2 + field.u16(at) * 2 + 2;
}

function choice(field: ByteView, start: number, index: number): string {
  if (field.u16(start) !== EXTENDED) return '';
  let at = start + 6;
  if (index >= field.u16(start + 2)) return '';
  for (let i = 0; i < index; i++) at += 2 + field.u16(at) * 2;
  return field.utf16(at + 2, field.u16(at));
}
