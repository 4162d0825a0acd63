import { escapeAttribute, escapeText } from '../../markup.ts';
import { TextBuffer } from './text-buffer.ts';

/** What a stretch of text means, beside being text. */
export interface InlineFormat {
  link: string | undefined;
  isBold: boolean;
  isItalic: boolean;
  isStruck: boolean;
  position: 'baseline' | 'superscript' | 'subscript';
  isCode: boolean;
}

/** The content of a paragraph. */
export interface InlineContent {
  html: string;
  /** Its text, with line breaks, for code. */
  text: string;
  /** All its text is code. */
  isCode: boolean;
  isEmpty: boolean;
  /** Pictures, formulas or notes, which `text` does not have. */
  hasMarkup: boolean;
}

/** More of them in a row are only space. */
const MAX_BREAKS = 20;

/** Writes the content of one paragraph as HTML. */
export class InlineWriter {
  readonly #html = new TextBuffer();
  readonly #text = new TextBuffer();
  /** Open tags, outermost first. */
  #open: string[] = [];
  #hasCode = false;
  #hasOther = false;
  #hasMarkup = false;
  /** Line breaks since the last text. */
  #breaks = 0;

  /** Characters of HTML so far. */
  get length(): number {
    return this.#html.length;
  }

  /** `text`: plain. */
  write(text: string, format: InlineFormat): void {
    if (text === '') return;
    if (/\S/.test(text)) {
      if (format.isCode) this.#hasCode = true;
      else this.#hasOther = true;
    }
    this.#switchTo(tagsOf(format));
    this.#html.push(escapeText(text));
    this.#text.push(text);
    this.#breaks = 0;
  }

  lineBreak(): void {
    if (this.#breaks++ >= MAX_BREAKS) return;
    this.#html.push('<br>');
    this.#text.push('\n');
  }

  /** An element of its own, such as an image. */
  markup(html: string): void {
    // A note is a link itself, and links may hold no links.
    const isLink = html.includes('<a ');
    this.#switchTo(isLink ? [] : this.#open.filter((tag) => tag.startsWith('a ')));
    this.#html.push(html);
    this.#hasMarkup = true;
  }

  end(): InlineContent {
    this.#switchTo([]);
    const text = this.#text.toString();
    return {
      html: this.#html.toString(),
      text,
      isCode: this.#hasCode && !this.#hasOther && !this.#hasMarkup,
      isEmpty: !this.#hasMarkup && !this.#hasCode && !this.#hasOther,
      hasMarkup: this.#hasMarkup,
    };
  }

  #switchTo(tags: string[]): void {
    let kept = 0;
    while (kept < tags.length && tags[kept] === this.#open[kept]) kept++;
    for (const tag of this.#open.slice(kept).toReversed()) this.#html.push(`</${tag.split(' ', 1)[0]}>`);
    for (const tag of tags.slice(kept)) this.#html.push(`<${tag}>`);
    this.#open = tags;
  }
}

function tagsOf(format: InlineFormat): string[] {
  const tags: string[] = [];
  if (format.link !== undefined) tags.push(`a href="${escapeAttribute(format.link)}"`);
  if (format.isBold) tags.push('strong');
  if (format.isItalic) tags.push('em');
  if (format.isStruck) tags.push('s');
  if (format.position === 'superscript') tags.push('sup');
  if (format.position === 'subscript') tags.push('sub');
  if (format.isCode) tags.push('code');
  return tags;
}
