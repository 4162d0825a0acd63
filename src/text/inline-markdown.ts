/** Marks without which a text is as plain as it stands. */
const MARKED = /[\\`[\]*_~<]/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const LETTER = /[\p{L}\p{N}]/u;
const TAG = /<\/?(?:br|su[bp])\s{0,8}\/?>/iy;
const MAX_OPEN_BRACKETS = 50;
const LONGEST_TICKS = 12;

/** Markdown of one block, told apart into what a reader sees and what is markup. */
export interface InlineMarkdown {
  /** The text without its markup: link targets, images, emphasis, backslashes. */
  readonly plain: string;
  /** The Markdown with a letter in place of every sign of markup: same length, and no full stop of a URL in it. */
  readonly masked: string;
  /** Whether the Markdown can be cut here without tearing a link, an emphasis or code apart. */
  canCutAt(index: number): boolean;
}

/** Reads the inline Markdown of a block, in one pass. */
export function readInlineMarkdown(markdown: string): InlineMarkdown {
  if (!MARKED.test(markdown)) return { plain: markdown, masked: markdown, canCutAt: () => true };
  return new InlineScan(markdown).read();
}

/** The text of a block of Markdown as a reader sees it. */
export function textOfMarkdown(markdown: string): string {
  return readInlineMarkdown(markdown).plain;
}

class InlineScan {
  readonly #markdown: string;
  /** 1 for markup, 2 for markup that parts words. */
  readonly #markup: Uint8Array;
  /** 1 within a link, an emphasis or code, but for the first character of it. */
  readonly #isInside: Uint8Array;
  readonly #brackets: number[] = [];
  /** Where each emphasis was opened, by its delimiter. */
  readonly #emphases = new Map<string, number>();
  readonly #unclosedTicks = new Set<number>();
  /** No destination of a link that begins before this is closed. */
  #noDestinationBefore = 0;

  constructor(markdown: string) {
    this.#markdown = markdown;
    this.#markup = new Uint8Array(markdown.length);
    this.#isInside = new Uint8Array(markdown.length + 1);
  }

  read(): InlineMarkdown {
    for (let at = 0; at < this.#markdown.length;) at = this.#readAt(at);
    return {
      plain: this.#write(''),
      masked: this.#write('x'),
      canCutAt: (index) => this.#isInside[index] !== 1,
    };
  }

  /** Reads one sign, and gives the place of the next. */
  #readAt(at: number): number {
    switch (this.#markdown[at]) {
      case '\\':
        return this.#readEscape(at);
      case '`':
        return this.#readTicks(at);
      case '[':
        if (this.#brackets.length < MAX_OPEN_BRACKETS) this.#brackets.push(at);
        return at + 1;
      case ']':
        return this.#readBracketEnd(at);
      case '*':
      case '_':
      case '~':
        return this.#readDelimiter(at);
      case '<':
        return this.#readTag(at);
      default:
        return at + 1;
    }
  }

  #readEscape(at: number): number {
    const next = this.#markdown[at + 1] ?? '';
    if (next === '\n' || PUNCTUATION.test(next)) this.#markup[at] = 1;
    return next === '\n' ? at + 1 : at + 2;
  }

  #readTicks(at: number): number {
    const length = this.#runAt(at);
    const end = at + length;
    if (length > LONGEST_TICKS || this.#unclosedTicks.has(length)) return end;
    const close = this.#markdown.indexOf('`'.repeat(length), end);
    if (close === -1) {
      this.#unclosedTicks.add(length);
      return end;
    }
    this.#markup.fill(1, at, end).fill(1, close, close + length);
    this.#isInside.fill(1, at + 1, close + length);
    return close + length;
  }

  #readBracketEnd(at: number): number {
    const open = this.#brackets.pop();
    if (open === undefined) return at + 1;
    if (this.#markdown[open + 1] === '^') {
      this.#markup.fill(1, open, at + 1);
      return at + 1;
    }
    const end = this.#markdown[at + 1] === '(' ? this.#destinationEnd(at + 2) : -1;
    if (end === -1) return at + 1;
    const isImage = this.#markdown[open - 1] === '!';
    this.#isInside.fill(1, isImage ? open : open + 1, end);
    if (isImage) this.#markup.fill(1, open - 1, end);
    else this.#markup.fill(1, open, open + 1).fill(1, at, end);
    return end;
  }

  /** The end of a destination and its title, -1 when there is none before the line ends. */
  #destinationEnd(from: number): number {
    if (from < this.#noDestinationBefore) return -1;
    let depth = 1;
    let at = from;
    for (; at < this.#markdown.length; at++) {
      const character = this.#markdown[at];
      if (character === '\n') break;
      if (character === '\\') at++;
      else if (character === '(') depth++;
      else if (character === ')' && --depth === 0) return at + 1;
    }
    this.#noDestinationBefore = at;
    return -1;
  }

  #readDelimiter(at: number): number {
    const length = this.#runAt(at);
    const end = at + length;
    const sign = this.#markdown[at]!;
    const isInWord = LETTER.test(this.#markdown[at - 1] ?? '') && LETTER.test(this.#markdown[end] ?? '');
    const isText = sign === '~' ? length !== 2 : length > 3 || (sign === '_' && isInWord);
    if (isText) return end;
    this.#markup.fill(1, at, end);
    const delimiter = sign.repeat(length);
    const open = this.#emphases.get(delimiter);
    if (open === undefined) {
      this.#emphases.set(delimiter, at);
    } else {
      this.#emphases.delete(delimiter);
      this.#isInside.fill(1, open + 1, end);
    }
    return end;
  }

  #readTag(at: number): number {
    TAG.lastIndex = at;
    const tag = TAG.exec(this.#markdown)?.[0];
    if (tag === undefined) return at + 1;
    this.#markup.fill(/br/i.test(tag) ? 2 : 1, at, at + tag.length);
    return at + tag.length;
  }

  #runAt(at: number): number {
    let end = at + 1;
    while (this.#markdown[end] === this.#markdown[at]) end++;
    return end - at;
  }

  /** The Markdown with something else for each sign of markup. */
  #write(mark: string): string {
    const { length } = this.#markdown;
    let written = '';
    for (let from = 0, end = 0; from < length; from = end) {
      const kind = this.#markup[from];
      while (end < length && this.#markup[end] === kind) end++;
      if (kind === 0) written += this.#markdown.slice(from, end);
      else written += mark === '' && kind === 2 ? ' ' : mark.repeat(end - from);
    }
    return written;
  }
}
