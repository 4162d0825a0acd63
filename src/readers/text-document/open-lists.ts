import { isContents, type ItemMark } from './list-item.ts';

/** Twentieths of a point that two indentations may differ and still be the same. */
const TOLERANCE = 70;
/** The indent of each level, for lists that do not state their own. */
const LEVEL_INDENT = 720;
/** A little indentation is only looks. */
const MIN_INDENT = 200;

interface OpenList {
  tag: 'ul' | 'ol';
  list: string;
  level: number;
  indent: number;
  /** Blocks that are indented less are no part of its items. */
  least: number;
  /** Number that the next item has by itself. */
  next: number;
  items: number;
  look: string | undefined;
  /** The difference between the numbers of the list and those of its items. */
  shift: number;
}

/** The lists that are open, one in the other: puts together what a file has as single items, with its tags. */
export class OpenLists {
  readonly #lists: OpenList[] = [];

  /** Tags before an item; `indent` is 0 where the file says nothing of it. */
  enter(mark: ItemMark, indent: number): string {
    const tag = mark.kind === 'number' ? 'ol' : 'ul';
    const place = indent > 0 ? indent : LEVEL_INDENT * (mark.level + 1);
    const { open, html } = this.#listFor(mark, tag, place);
    if (open === undefined) {
      return html + this.#begin(mark, tag, { indent: place, least: leastIndent(mark, indent) });
    }
    if (isParted(open, mark)) open.shift = open.next - mark.value;
    const value = mark.value + open.shift;
    const isCounted = tag === 'ul' || value === open.next;
    open.list = mark.list;
    open.level = mark.level;
    open.next = value + 1;
    open.items++;
    return `${html}</li>${isCounted ? '<li>' : `<li value="${value}">`}`;
  }

  /** Leaves the items that a block with this indentation is not part of. */
  leave(indent: number): string {
    const outside = this.#lists.findIndex(({ least }) => least > indent);
    return outside === -1 ? '' : this.#closeTo(outside);
  }

  leaveAll(): string {
    return this.#closeTo(0);
  }

  #begin(mark: ItemMark, tag: 'ul' | 'ol', { indent, least }: { indent: number; least: number }): string {
    const { list, level, value, look } = mark;
    this.#lists.push({ tag, list, level, indent, least, next: value + 1, items: 1, look, shift: 0 });
    const type = tag === 'ol' && mark.type !== undefined ? ` type="${mark.type}"` : '';
    const start = tag === 'ol' && value !== 1 ? ` start="${value}"` : '';
    return `<${tag}${type}${start}><li>`;
  }

  /** The open list that an item goes on, with those inside of it closed; undefined when it begins one. */
  #listFor(mark: ItemMark, tag: 'ul' | 'ol', indent: number): { open: OpenList | undefined; html: string } {
    const same = this.#lists.findLastIndex(({ list, level }) => list === mark.list && level === mark.level);
    const depth = same === -1 ? this.#depthFor(mark, indent) : same;
    const open = this.#lists[depth];
    if (open === undefined || open.tag !== tag || !(same !== -1 || looksLike(open, mark, indent))) {
      return { open: undefined, html: this.#closeTo(depth) };
    }
    return { open, html: this.#closeTo(depth + 1) };
  }

  /** Number of open lists that a new list is inside of: by level in the same list, by indentation in another one. */
  #depthFor(mark: ItemMark, indent: number): number {
    let depth = this.#lists.length;
    for (; depth > 0; depth--) {
      const { list, level, indent: outer } = this.#lists[depth - 1]!;
      if (list === mark.list ? level < mark.level : outer + TOLERANCE < indent) break;
    }
    return depth;
  }

  #closeTo(keep: number): string {
    let html = '';
    while (this.#lists.length > keep) html += `</li></${this.#lists.pop()?.tag ?? 'ul'}>`;
    return html;
  }
}

/** Indentation of blocks in an item; where the file says nothing of its own, any that can be seen. */
function leastIndent(mark: ItemMark, indent: number): number {
  if (isContents(mark)) return Infinity;
  return indent > 0 ? indent - TOLERANCE : LEVEL_INDENT * mark.level + MIN_INDENT;
}

/** True for a list of the file that nobody can tell from the one before it: it looks the same, and its numbers go on. */
function looksLike(open: OpenList, mark: ItemMark, indent: number): boolean {
  const isInPlace = open.list === mark.list || Math.abs(open.indent - indent) <= TOLERANCE;
  return isInPlace && (mark.kind !== 'number' || mark.value === open.next || isParted(open, mark));
}

/** True for a list that has but its first item, and one that begins anew with the same number: they are one. */
function isParted(open: OpenList, { list, value, look }: ItemMark): boolean {
  return list !== open.list && look !== undefined && look === open.look && open.items === 1 && value === 1;
}
