import type { ByteView } from '../../cfb/byte-view.ts';
import type { Fib } from '../fib.ts';
import { findLast } from '../find-last.ts';
import { readPlc } from './plc.ts';

const EXTENDED = 0xff_ff;
const LINK = /HYPERLINK(?:(?!HYPERLINK)[^\u0013-\u0015])*?\\l\s+"?([^"\s\u0013-\u0015]+)/g;

/** Bookmarks that links of the text lead to. */
export class Bookmarks {
  readonly #positions: readonly number[];
  readonly #names: ReadonlyMap<number, string>;

  /** `names`: by the position where the bookmark begins. */
  constructor(names: ReadonlyMap<number, string>) {
    this.#names = names;
    this.#positions = [...names.keys()].toSorted((a, b) => a - b);
  }

  /** Name of the last one that begins between two positions. */
  nameIn(start: number, end: number): string | undefined {
    const position = this.#positions[findLast(this.#positions, end)];
    return position === undefined || position < start ? undefined : this.#names.get(position);
  }
}

/** Finds the bookmarks that links lead to ([MS-DOC] 2.8.9, 2.9.284). */
export function readBookmarks(table: ByteView, fib: Fib, text: string): Bookmarks {
  const wanted = new Set(Array.from(text.matchAll(LINK), ([, name]) => name!));
  const found = new Map<number, string>();
  if (wanted.size === 0 || fib.generation !== 'word97') return new Bookmarks(found);
  const names = readNames(table.part(fib.bookmarkNames.at, fib.bookmarkNames.length));
  const { positions } = readPlc(table, fib.bookmarkStarts, 4);
  names.forEach((name, i) => {
    const position = positions[i];
    if (position !== undefined && wanted.has(name) && !found.has(position)) found.set(position, name);
  });
  return new Bookmarks(found);
}

function readNames(bytes: ByteView): string[] {
  const names: string[] = [];
  if (bytes.u16(0) !== EXTENDED) return names;
  for (let at = 6; at < bytes.length && names.length < bytes.u16(2);) {
    const length = bytes.u16(at);
    names.push(bytes.utf16(at + 2, length));
    at += 2 + length * 2 + bytes.u16(4);
  }
  return names;
}
