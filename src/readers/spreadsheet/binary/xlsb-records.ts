import { ByteView } from '../../cfb/byte-view.ts';

const MAX_SIZE_BYTES = 4;

/** Calls back with each record of a part of a binary workbook ([MS-XLSB] 2.1.4); false from it ends the reading. */
export function walkRecords(
  bytes: Uint8Array,
  onRecord: (type: number, content: ByteView) => boolean | void,
): void {
  const part = new ByteView(bytes);
  for (let at = 0; at < part.length;) {
    let type = part.u8(at++);
    if ((type & 0x80) !== 0) type = (type & 0x7f) | ((part.u8(at++) & 0x7f) << 7);
    let size = 0;
    for (let count = 0; count < MAX_SIZE_BYTES; count++) {
      const byte = part.u8(at++);
      size |= (byte & 0x7f) << (7 * count);
      if ((byte & 0x80) === 0) break;
    }
    if (onRecord(type, part.part(at, size)) === false) return;
    at += size;
  }
}

/** A text with its length before it ([MS-XLSB] 2.5.169), and where it ends; '' for one that is not there. */
export function wideString(content: ByteView, at: number): { text: string; end: number } {
  const count = content.u32(at);
  if (count === 0xff_ff_ff_ff) return { text: '', end: at + 4 };
  return { text: content.utf16(at + 4, count), end: at + 4 + count * 2 };
}
