import type { ByteView } from '../cfb/byte-view.ts';

/** A picture that a browser can show. */
export interface Blip {
  mediaType: 'image/png' | 'image/jpeg';
  bytes: Uint8Array;
}

const FIRST_BLIP = 0xf018;
const LAST_BLIP = 0xf117;
const PNG = 0xf01e;
const JPEGS: readonly number[] = [0xf01d, 0xf02a];
const UID_LENGTH = 16;
/** Kinds that have two identifiers in front instead of one ([MS-ODRAW] 2.2.27, 2.2.28). */
const WITH_TWO_UIDS: ReadonlySet<number> = new Set([0x46b, 0x6e1, 0x6e3]);

export function isBlip(type: number): boolean {
  return type >= FIRST_BLIP && type <= LAST_BLIP;
}

/** The picture in a record's content; undefined for kinds that a browser cannot show. */
export function readBlip(type: number, instance: number, content: ByteView): Blip | undefined {
  const isPng = type === PNG;
  if (!isPng && !JPEGS.includes(type)) return undefined;
  const skipped = UID_LENGTH * (WITH_TWO_UIDS.has(instance) ? 2 : 1) + 1;
  const { bytes } = content.part(skipped, content.length);
  const isRight = isPng ? bytes[0] === 0x89 && bytes[1] === 0x50 : bytes[0] === 0xff && bytes[1] === 0xd8;
  return isRight ? { mediaType: isPng ? 'image/png' : 'image/jpeg', bytes } : undefined;
}
