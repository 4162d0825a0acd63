import type { WrittenBlock } from '../written-block.ts';

/** Deepest indentation and quoting, in columns; containers beyond it add none, so output stays linear in the input. */
const MAX_PREFIX = 40;
/** Characters of all indentation and quoting of a page. Megabytes of one-letter lines deep inside quotes use it up. */
const MAX_PREFIXES = 16_000_000;

/** A list while its items are written: whether blank lines stand between them shows only at its end. */
export interface ListLayout {
  /** Whether its first item follows what stands before the list without a blank line, as in a nested list. */
  startsTight: boolean;
  isLoose: boolean;
  /** Items written. */
  items: number;
  /** Number of blocks written when its last item ended. */
  end: number;
  /** Pieces of the output that part its items, and what they become if the list is loose. */
  readonly separators: { readonly piece: number; readonly loose: string }[];
}

interface Container {
  readonly prefix: string;
  readonly firstPrefix: string;
  readonly writes: number;
  /** The list that it is an item of. */
  readonly list: ListLayout | undefined;
  /** A blank line stands between two blocks right inside. */
  hasBlank: boolean;
}

/**
 * Writes blocks, one below the other, inside containers (list items, quotes, footnotes) that each put something at
 * the start of every line. A container without content leaves no trace.
 */
export class BlockWriter {
  readonly #onBlock: ((block: WrittenBlock) => boolean) | undefined;
  readonly #out: string[] = [];
  readonly #containers: Container[] = [];
  /** Start of every further line. */
  #prefix = '';
  /** Start of the next line: like `#prefix`, but with the markers that wait for their first line. */
  #firstPrefix = '';
  /** Start of the blank line before the next block: that of the outermost container since the last line. */
  #blankPrefix = '';
  /** The list of the outermost item that waits for its first line. */
  #startedList: ListLayout | undefined;
  #writes = 0;
  /** Characters of indentation and quoting that may still be written. */
  #room = MAX_PREFIXES;
  #isEnded = false;

  constructor(onBlock?: (block: WrittenBlock) => boolean) {
    this.#onBlock = onBlock;
  }

  /** True when who gets the blocks wants no more of them. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Number of blocks written; tells whether anything was written in between. */
  get writes(): number {
    return this.#writes;
  }

  /** Start of further lines at this point; the same value means the same nesting. */
  get prefix(): string {
    return this.#prefix;
  }

  /** True right inside a list item. */
  get isInItem(): boolean {
    return this.#containers.at(-1)?.list !== undefined;
  }

  /** True when a container's marker stands before the next block. */
  get isAfterMarker(): boolean {
    return this.#firstPrefix !== this.#prefix;
  }

  /** Opens a container: `marker` starts its first line, `continuation` all others. Blocks that are too deep get none. */
  open(marker: string, continuation: string, list?: ListLayout): void {
    const isTooDeep = this.#prefix.length + continuation.length > MAX_PREFIX;
    this.#containers.push({
      prefix: this.#prefix,
      firstPrefix: this.#firstPrefix,
      writes: this.#writes,
      list,
      hasBlank: false,
    });
    if (isTooDeep) return;
    if (list !== undefined && !this.isAfterMarker) this.#startedList = list;
    this.#firstPrefix += marker;
    this.#prefix += continuation;
  }

  close(): void {
    const container = this.#containers.pop();
    if (container === undefined) return;
    const { list, writes } = container;
    const isEmpty = writes === this.#writes;
    this.#prefix = container.prefix;
    this.#firstPrefix = isEmpty ? container.firstPrefix : container.prefix;
    if (this.#prefix.length < this.#blankPrefix.length) this.#blankPrefix = this.#prefix;
    if (isEmpty && !this.isAfterMarker) this.#startedList = undefined;
    if (list === undefined || isEmpty) return;
    list.items++;
    list.end = this.#writes;
    if (container.hasBlank) list.isLoose = true;
  }

  /** Ends a list: CommonMark (section 5.3) calls it loose, and it looks so, if one item holds blocks parted by a blank line. */
  endList(list: ListLayout): void {
    if (!list.isLoose) return;
    for (const { piece, loose } of list.separators) this.#out[piece] = loose;
  }

  /** Keeps a list that starts with the next block apart from what stands before it. */
  startLoose(): void {
    if (this.#startedList?.items === 0) this.#startedList.startsTight = false;
  }

  /** Writes a block that was read from a node. */
  write(block: string, node: number): void {
    if (this.#onBlock !== undefined && !this.#isEnded) this.#report(this.#onBlock, block, node);
    if (this.#writes > 0) this.#separate();
    this.#startedList = undefined;
    const isIndented = this.#prefix !== '' && this.#takeRoom(block);
    const isInside = isIndented || this.#prefix === '';
    this.#out.push(isInside ? this.#firstPrefix : '', isIndented ? this.#indent(block) : block);
    this.#firstPrefix = this.#prefix;
    this.#blankPrefix = isInside ? this.#prefix : '';
    this.#writes++;
  }

  /** All that was written, ending with one line feed; '' when nothing was. */
  finish(): string {
    return this.#writes === 0 ? '' : `${this.#out.join('')}\n`;
  }

  #report(onBlock: (block: WrittenBlock) => boolean, markdown: string, node: number): void {
    this.#isEnded = !onBlock({ markdown, firstPrefix: this.#firstPrefix, prefix: this.#prefix, node });
  }

  #separate(): void {
    const list = this.#startedList;
    const blank = `\n${this.#blankPrefix.trimEnd()}\n`;
    if (list !== undefined && list.items > 0 && list.end === this.#writes) {
      list.separators.push({ piece: this.#out.length, loose: blank });
      this.#out.push('\n');
    } else if (list?.items === 0 && list.startsTight) {
      this.#out.push('\n');
    } else {
      this.#noteBlank();
      this.#out.push(blank);
    }
  }

  /** The blank line belongs to the innermost container that already holds something. */
  #noteBlank(): void {
    const container = this.#containers.findLast(({ writes }) => writes < this.#writes);
    if (container !== undefined) container.hasBlank = true;
  }

  /** False when the prefixes of its lines would be too many: the block then stands outside of its containers. */
  #takeRoom(block: string): boolean {
    let lines = 1;
    for (let at = block.indexOf('\n'); at !== -1; at = block.indexOf('\n', at + 1)) lines++;
    this.#room -= lines * this.#prefix.length;
    return this.#room > 0;
  }

  #indent(block: string): string {
    if (!block.includes('\n')) return block;
    const bare = this.#prefix.trimEnd();
    const indented = block.replace(/\n(?!\n|$)/g, `\n${this.#prefix}`);
    return bare === '' ? indented : indented.replace(/\n(?=\n|$)/g, `\n${bare}`);
  }
}
