import type { ByteView } from '../../cfb/byte-view.ts';

/** Versions of the format: Excel 2, 3, 4, 5 and 7, 97 to 2003. */
export type BiffVersion = 2 | 3 | 4 | 5 | 8;

/** Beginning and end of a sheet, or of what all sheets share ([MS-XLS] 2.4.21, 2.4.103). */
export const BOF_TYPES: ReadonlySet<number> = new Set([0x0009, 0x0209, 0x0409, 0x0809]);
export const EOF_TYPE = 0x000a;
export const CONTINUE_TYPE = 0x003c;

/** Calls back with each record from `start` on; false from it ends the reading. */
export function walkBiff(
  stream: ByteView,
  start: number,
  onRecord: (type: number, content: ByteView) => boolean | void,
): void {
  for (let at = start; at + 4 <= stream.length;) {
    const size = stream.u16(at + 2);
    if (onRecord(stream.u16(at), stream.part(at + 4, size)) === false) return;
    at += 4 + size;
  }
}

/** Undefined when there is no BOF record at the place. */
export function versionAt(stream: ByteView, at: number): BiffVersion | undefined {
  switch (stream.u16(at)) {
    case 0x0009:
      return 2;
    case 0x0209:
      return 3;
    case 0x0409:
      return 4;
    case 0x0809:
      return stream.u16(at + 4) >= 0x0600 ? 8 : 5;
    default:
      return undefined;
  }
}
