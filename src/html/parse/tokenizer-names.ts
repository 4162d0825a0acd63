import { codeAt } from '../code-at.ts';
import { FIRST_ELEMENT_TAG, FIRST_UNKNOWN_TAG, TAG_NAMES } from '../tags.ts';

const TABLE_SIZE = 1024;
/** The last id of the tag column (16 bits), shared by all further names of a page that has used up the others. */
export const OVERFLOW_TAG = 0xffff;

/** One step of the rolling hash of a tag name; setting bit 5 makes it blind to the case of ASCII letters. */
export function hashNameChar(hash: number, char: number): number {
  return (Math.imul(hash, 31) + (char | 0x20)) | 0;
}

const TAG_BY_SLOT = new Uint16Array(TABLE_SIZE);

for (let id = FIRST_ELEMENT_TAG; id < FIRST_UNKNOWN_TAG; id++) {
  const name = TAG_NAMES[id - FIRST_ELEMENT_TAG]!;
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = hashNameChar(hash, codeAt(name, i));
  let slot = slotOf(hash);
  while (TAG_BY_SLOT[slot] !== 0) slot = (slot + 1) % TABLE_SIZE;
  TAG_BY_SLOT[slot] = id;
}

function slotOf(hash: number): number {
  return (hash ^ (hash >>> 11)) & (TABLE_SIZE - 1);
}

/** Id of the name at `start..stop` of `source` (any case) whose rolling hash is given; 0 when the table lacks it. */
export function knownTag(source: string, start: number, stop: number, hash: number): number {
  for (let slot = slotOf(hash); ; slot = (slot + 1) % TABLE_SIZE) {
    const id = TAG_BY_SLOT[slot]!;
    if (id === 0 || isName(source, start, stop, TAG_NAMES[id - FIRST_ELEMENT_TAG]!)) return id;
  }
}

/** Whether `source` holds `name` (in lower case) at `start..stop`, in any ASCII case. */
export function isName(source: string, start: number, stop: number, name: string): boolean {
  const { length } = name;
  if (stop - start !== length) return false;
  for (let i = 0; i < length; i++) {
    const char = codeAt(source, start + i);
    if ((char >= 65 && char <= 90 ? char | 0x20 : char) !== codeAt(name, i)) return false;
  }
  return true;
}

/** A tag or attribute name as the tokenizer gives it: ASCII letters lowered, nothing else touched; NUL replaced. */
export function normalizeName(name: string): string {
  if (!/[A-Z\0]/.test(name)) return name;
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll('\0', '\uFFFD');
}

/** The names of one page that are not in the table of `tags.ts`; they get ids from `FIRST_UNKNOWN_TAG` up. */
export class UnknownNames {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];

  /** Id of a raw name: a new one when it is met first, `OVERFLOW_TAG` once 16 bits are used up. */
  idOf(rawName: string): number {
    const name = normalizeName(rawName);
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    const id = FIRST_UNKNOWN_TAG + this.#names.length;
    if (id >= OVERFLOW_TAG) return OVERFLOW_TAG;
    this.#ids.set(name, id);
    this.#names.push(name);
    return id;
  }

  nameOf(id: number): string | undefined {
    return this.#names[id - FIRST_UNKNOWN_TAG];
  }
}
