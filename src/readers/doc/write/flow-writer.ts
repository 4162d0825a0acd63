import { escapeAttribute, escapeText } from '../../markup.ts';

/** Where a paragraph stands in a list. */
export interface ListPlace {
  /** Items with the same key belong to one list. */
  key: number;
  /** From 0. */
  level: number;
  kind: 'bullet' | 'number' | 'label';
  /** Its number; 0 for a bullet. */
  value: number;
  /** Value of `type` of `ol`; undefined for Arabic numbers. */
  type: string | undefined;
  /** Lists with another look are other lists. */
  look: string;
}

interface OpenList {
  key: number;
  level: number;
  tag: 'ul' | 'ol';
  look: string;
  items: number;
  /** Number that its next item has by itself. */
  next: number;
  /** What its numbers are more than those of its items. */
  shift: number;
}

/** Writes blocks in a row: the body of a document, or what is in a cell. */
export class FlowWriter {
  readonly #html: string[] = [];
  readonly #lists: OpenList[] = [];
  /** Lines of a code block that is being read. */
  #code: string[] = [];
  /** Paragraphs of a quotation that is being read. */
  #quote: string[] = [];
  /** Empty lines after code: they belong to it if more follows. */
  #blankLines = 0;
  /** Indented paragraphs after an item: they belong to it if its list goes on. */
  #held: string[] = [];
  #blocks = 0;
  #onlyParagraph: string | undefined;

  heading(level: number, html: string, id: string | undefined): void {
    this.#endLists();
    this.#push(`<h${level}${idOf(id)}>${html}</h${level}>`);
  }

  paragraph(html: string, id: string | undefined, isIndented: boolean): void {
    const block = `<p${idOf(id)}>${html}</p>`;
    this.#endRun();
    if (isIndented && this.#lists.length > 0) {
      this.#held.push(block);
      return;
    }
    this.#endLists();
    this.#push(block);
    if (this.#blocks === 1 && id === undefined) this.#onlyParagraph = html;
  }

  quote(html: string): void {
    if (this.#quote.length === 0) this.#endLists();
    this.#quote.push(`<p>${html}</p>`);
  }

  codeLine(text: string): void {
    if (this.#code.length === 0) this.#endLists();
    for (; this.#blankLines > 0; this.#blankLines--) this.#code.push('');
    this.#code.push(text);
  }

  /** A paragraph without content. */
  blank(): void {
    if (this.#code.length > 0) this.#blankLines++;
  }

  item(html: string, id: string | undefined, place: ListPlace): void {
    this.#endRun();
    const tag = place.kind === 'number' ? 'ol' : 'ul';
    while ((this.#lists.at(-1)?.level ?? -1) > place.level) this.#closeList();
    const open = this.#lists.at(-1);
    if (open?.level === place.level && isSameList(open, tag, place)) {
      // Where LibreOffice parted a list, as below, its count began again.
      if (open.key !== place.key) open.shift = open.next - place.value;
      const value = place.value + open.shift;
      const isCounted = tag === 'ul' || value === open.next;
      open.key = place.key;
      open.items++;
      open.next = isCounted ? open.next + 1 : value + 1;
      this.#html.push(...this.#held.splice(0), isCounted ? '</li><li>' : `</li><li value="${value}">`);
    } else {
      if (open !== undefined && open.level === place.level) {
        this.#closeList();
        if (this.#lists.length === 0) this.#flushHeld();
      }
      // A list within a list stands in the item before it.
      const start = tag === 'ol' && place.value !== 1 ? ` start="${place.value}"` : '';
      this.#html.push(...this.#held.splice(0));
      const type = tag === 'ol' && place.type !== undefined ? ` type="${place.type}"` : '';
      this.#push(`<${tag}${type}${start}><li>`);
      this.#lists.push({
        key: place.key,
        level: place.level,
        tag,
        look: place.look,
        items: 1,
        next: place.value + 1,
        shift: 0,
      });
    }
    this.#html.push(id === undefined ? html : `<span id="${escapeAttribute(id)}">${html}</span>`);
  }

  /** Finished blocks, such as a table. Within a list they belong to its last item if `staysInList`. */
  blockMarkup(html: string, staysInList: boolean): void {
    this.#endRun();
    if (!staysInList) this.#endLists();
    this.#push(html);
  }

  end(): string {
    this.#endLists();
    return this.#html.join('');
  }

  /** As the content of a cell or a note: a single paragraph without its element. */
  endCompact(): string {
    this.#endLists();
    return this.#blocks === 1 && this.#onlyParagraph !== undefined
      ? this.#onlyParagraph
      : this.#html.join('');
  }

  #push(html: string): void {
    this.#html.push(html);
    this.#blocks++;
  }

  #endLists(): void {
    this.#endRun();
    while (this.#lists.length > 0) this.#closeList();
    this.#flushHeld();
  }

  #flushHeld(): void {
    for (const block of this.#held.splice(0)) this.#push(block);
  }

  #closeList(): void {
    this.#html.push(`</li></${this.#lists.pop()!.tag}>`);
  }

  #endRun(): void {
    if (this.#code.length > 0) this.#push(`<pre><code>${escapeText(this.#code.join('\n'))}</code></pre>`);
    this.#code = [];
    this.#blankLines = 0;
    if (this.#quote.length > 0) this.#push(`<blockquote>${this.#quote.join('')}</blockquote>`);
    this.#quote = [];
  }
}

/**
 * LibreOffice gives a list that begins anew a list of its own for its first item, so that this and the next one both
 * have the number 1.
 */
function isSameList({ key, tag, look, items }: OpenList, nextTag: string, next: ListPlace): boolean {
  if (tag !== nextTag) return false;
  return tag === 'ul' || key === next.key || (items === 1 && next.value === 1 && look === next.look);
}

function idOf(id: string | undefined): string {
  return id === undefined ? '' : ` id="${escapeAttribute(id)}"`;
}
