/** An object of a PDF that stands in the file by itself, not in an object stream. */
export interface FoundObject {
  number: number;
  generation: number;
  /** Where it begins, bytes. */
  offset: number;
  /** The role of the object in a page tree (ISO 32000-1, 7.7.3). */
  kind: 'page' | 'pages' | undefined;
  /** Numbers of the objects below a node of the page tree. */
  kids: readonly number[];
}

const OBJECT = 'obj';
/** The length of its number and generation with the space around them, bytes. */
const NUMBERS_LENGTH = 24;
const NUMBERS = /(?:^|[^\d])(\d{1,8})\s{1,4}(\d{1,5})\s{1,4}$/;
/** The node of a page tree of one level with thousands of pages is long. */
const HEAD_LENGTH = 65_536;
const MAX_OBJECTS = 500_000;
const LENGTH = /\/Length\s+(\d{1,10})(?!\s+\d+\s+R)/;
const PAGE = /\/Type\s*\/Page(?![A-Za-z])/;
const PAGES = /\/Type\s*\/Pages(?![A-Za-z])/;
const KIDS = /\/Kids\s*\[([^\]]*)/;
const REFERENCE = /(\d{1,8})\s+\d{1,5}\s+R/g;

/**
 * All objects that a linear search through a file finds, in its order (ISO 32000-1, 7.3.10); of several with one
 * number, the last. Objects inside a stream are left out where the stream says how long it is.
 */
export function findObjects(bytes: Buffer): FoundObject[] {
  const found = new Map<number, FoundObject>();
  let at = bytes.indexOf(OBJECT);
  while (at !== -1 && found.size < MAX_OBJECTS) {
    const start = at + OBJECT.length;
    const next = bytes.indexOf(OBJECT, start);
    const from = Math.max(0, at - NUMBERS_LENGTH);
    const numbers = NUMBERS.exec(bytes.toString('latin1', from, at));
    at = next;
    if (numbers === null) continue;
    // No further than the next one, so that every byte is looked at once.
    const end = Math.min(next === -1 ? bytes.length : next, start + HEAD_LENGTH);
    const head = withoutStream(bytes.toString('latin1', start, end));
    const number = Number(numbers[1]);
    // Deleted first, so that it stands where the last of them does.
    found.delete(number);
    if (number > 0) {
      const offset = from + numbers.index + numbers[0].search(/\d/);
      found.set(number, { number, generation: Number(numbers[2]), offset, ...readKind(head) });
    }
    const streamEnd = endOfStream(bytes, start, head);
    if (next !== -1 && streamEnd > next) at = bytes.indexOf(OBJECT, streamEnd);
  }
  return [...found.values()];
}

function withoutStream(text: string): string {
  const at = text.search(/\bstream\r?\n/);
  return at === -1 ? text : text.slice(0, at);
}

function readKind(head: string): Pick<FoundObject, 'kind' | 'kids'> {
  if (PAGE.test(head)) return { kind: 'page', kids: [] };
  if (!PAGES.test(head)) return { kind: undefined, kids: [] };
  const kids = KIDS.exec(head)?.[1] ?? '';
  return { kind: 'pages', kids: [...kids.matchAll(REFERENCE)].map((match) => Number(match[1])) };
}

/** Where the stream of an object ends, if it has one and says so; else 0. */
function endOfStream(bytes: Buffer, start: number, head: string): number {
  const length = LENGTH.exec(head);
  if (length === null) return 0;
  const end = start + head.length + Number(length[1]);
  return bytes.toString('latin1', end, end + 24).includes('endstream') ? end : 0;
}
