/** A sign of a script that parts its words by spaces. */
export const SPACED_WORD = 1;
/** A sign of Chinese, Japanese or Korean: pairs of neighbours stand in for words. Korean writes its particles with them. */
export const PAIRED = 2;
/** A sign of Thai, Lao, Khmer or Burmese: words are found by a dictionary. */
export const UNPARTED = 3;
/** A sign that belongs to the word before it, if there is one: accents, soft hyphens, joiners. */
export const ATTACHED = 4;
/** Half of a sign beyond the first plane. */
export const SURROGATE = 5;

const LETTER = /[\p{L}\p{N}]/u;
const MARK = /\p{M}/u;
const PAIRED_RANGES: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x1100, 0x11ff],
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
  [0xac00, 0xd7fb],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
];
const UNPARTED_RANGES: ReadonlyArray<readonly [first: number, last: number]> = [
  [0x0e00, 0x0eff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0xa9e0, 0xa9ff],
  [0xaa60, 0xaa7f],
];
const ATTACHED_CODES = [0xad, 0x200c, 0x200d, 0x2060, 0xfeff];
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const LAST_CODE = 0xffff;

const cache: { kinds?: Uint8Array } = {};

/** The kind of each code unit, 0 for one that parts words; made when it is first asked for. */
export function wordKinds(): Uint8Array {
  return (cache.kinds ??= makeKinds());
}

/** The kind of the sign beyond the first plane that begins here; 0 when none does, or when it is no letter. */
export function kindOfPair(text: string, at: number): number {
  const code = text.codePointAt(at)!;
  if (code <= LAST_CODE) return 0;
  if (code >= 0x2_0000 && code < 0x4_0000) return PAIRED;
  return LETTER.test(String.fromCodePoint(code)) ? SPACED_WORD : 0;
}

function makeKinds(): Uint8Array {
  const kinds = new Uint8Array(LAST_CODE + 1);
  const give = (ranges: ReadonlyArray<readonly [number, number]>, kind: number): void => {
    for (const [first, last] of ranges) {
      // Punctuation and signs of money within the ranges part words as they do elsewhere.
      for (let code = first; code <= last; code++) if (kinds[code] !== 0) kinds[code] = kind;
    }
  };
  for (let code = 0; code <= LAST_CODE; code++) {
    const sign = String.fromCharCode(code);
    if (LETTER.test(sign)) kinds[code] = SPACED_WORD;
    else if (MARK.test(sign)) kinds[code] = ATTACHED;
  }
  give(PAIRED_RANGES, PAIRED);
  give(UNPARTED_RANGES, UNPARTED);
  for (const code of ATTACHED_CODES) kinds[code] = ATTACHED;
  kinds.fill(SURROGATE, FIRST_SURROGATE, LAST_SURROGATE + 1);
  return kinds;
}
