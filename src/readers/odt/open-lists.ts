import type { BlockWriter } from '../html-writer/block-writer.ts';
import type { Counters } from './list-numbers.ts';

/** The lists that were written last, which are not ended yet: what comes next may belong into their last items. */
export class OpenLists {
  /** Their ends, innermost first. */
  readonly #ends = new Map<BlockWriter, string[]>();

  /** Of the outermost list that is open. */
  readonly #counters = new Map<BlockWriter, Counters>();

  /**
   * Writes a list and leaves it open: into the item before it when its items are nested deeper than the first level, which
   * is 1; on with the open list where that has bullets on the same level, or the same counters on the first one.
   */
  write(html: string, { depth, counters }: { depth: number; counters: Counters }, out: BlockWriter): void {
    this.endTo(depth, out);
    const open = this.#ends.get(out) ?? [];
    const isSame = depth > 1 ? open[0] === BULLETS_END : this.#counters.get(out) === counters;
    const opening = open.length === depth && isSame ? openingOf(html, open[0]) : undefined;
    if (opening === undefined) this.endTo(depth - 1, out);
    else open.shift();
    if (depth === 1) this.#counters.set(out, counters);
    const { content, ends } = partEnds(opening === undefined ? html : ITEM_END + html.slice(opening.length));
    if (content !== '') out.raw(content);
    const rest = this.#ends.get(out) ?? [];
    if (ends.length + rest.length > 0) this.#ends.set(out, [...ends, ...rest]);
  }

  /** Ends all but the outermost lists. */
  endTo(depth: number, out: BlockWriter): void {
    const ends = this.#ends.get(out);
    if (ends === undefined || ends.length <= depth) return;
    out.raw(ends.splice(0, ends.length - depth).join(''));
    if (ends.length > 0) return;
    this.#ends.delete(out);
    this.#counters.delete(out);
  }
}

const ITEM_END = '</li>';
const BULLETS_END = '</li></ul>';

/** The first tag of a list that can go on with one that has this end: of the same kind. */
function openingOf(html: string, end: string | undefined): string | undefined {
  const [opening, kind = ''] = /^<([ou]l)\b[^<>]*>/.exec(html) ?? [];
  return end === `${ITEM_END}</${kind}>` ? opening : undefined;
}

/** Takes the ends of lists off the end of a text. */
function partEnds(html: string): { content: string; ends: string[] } {
  const ends: string[] = [];
  let end = html.length;
  for (;;) {
    const list = skipBlanks(html, end);
    const tag = ['</ul>', '</ol>'].find((one) => html.endsWith(one, list));
    const item = tag === undefined ? 0 : skipBlanks(html, list - tag.length);
    if (tag === undefined || !html.endsWith(ITEM_END, item)) return { content: html.slice(0, list), ends };
    ends.push(`${ITEM_END}${tag}`);
    end = item - ITEM_END.length;
  }
}

function skipBlanks(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1] as string)) at -= 1;
  return at;
}
