/** A letter, digit or mark of a script that parts its words. */
export const SPACED = 1;
/** A sign of a script that does not part its words, or parts them so seldom that pairs of signs tell more. */
export const DENSE = 2;
/** A sign that is not seen: it neither parts words nor belongs to one. */
export const IGNORED = 3;

const SPACED_LETTER = /[\p{L}\p{N}\p{M}]/u;
/** Thai to Tibetan, Burmese, Hangul, Khmer; Hangul, kana and ideographs; halves of signs beyond the first plane. */
const DENSE_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x0e00, 0x0fff],
  [0x1000, 0x109f],
  [0x1100, 0x11ff],
  [0x1780, 0x17ff],
  [0x3005, 0x3007],
  [0x3041, 0x3096],
  [0x3099, 0x309a],
  [0x309d, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0x3105, 0x318e],
  [0x31f0, 0x31ff],
  [0x3400, 0x9fff],
  [0xa960, 0xa97c],
  [0xac00, 0xd7ff],
  [0xd800, 0xdfff],
  [0xf900, 0xfaff],
];
const IGNORED_CODES = [0xad, 0x200b, 0x200c, 0x200d, 0x2060, 0xfeff];
const LAST_CODE = 0xffff;

const cache: { kinds?: Uint8Array } = {};

/** The kind of each code unit, 0 for what is neither letter nor digit; made when it is first asked for. */
export function letterKinds(): Uint8Array {
  return (cache.kinds ??= makeKinds());
}

function makeKinds(): Uint8Array {
  const kinds = new Uint8Array(LAST_CODE + 1);
  for (let code = 0; code <= LAST_CODE; code++) {
    if (SPACED_LETTER.test(String.fromCharCode(code))) kinds[code] = SPACED;
  }
  for (const [first, last] of DENSE_RANGES) kinds.fill(DENSE, first, last + 1);
  for (const code of IGNORED_CODES) kinds[code] = IGNORED;
  return kinds;
}
