import { escapeAttribute, escapeText } from '../../markup.ts';
import type { PdfWord } from '../pdf-page.ts';
import type { Lexicon } from './lexicon.ts';
import { isApart, SCRIPT_SIZE, type TextLine, toLine } from './text-line.ts';
import { RAISED } from './tolerances.ts';

/** Times the size of the first word of a line from which a later one tells the baseline of the line. */
const LARGER = 1.05;
/** Baselines of two words further apart are two lines, in sizes; so are nearer ones from this on when the text begins again at its edge. */
const NEW_LINE = 0.75;
const NEW_LINE_AT_EDGE = 0.3;
/** A word that stands lower than its line by more than this is lowered, in sizes. */
const LOWERED = 0.06;
/** Letters at the end of a text that are looked at: for a hyphen, and for a web address. */
const HYPHEN_LETTERS = 4;
const ADDRESS_LETTERS = 200;

/** How words become HTML. */
export interface InlineContext {
  /** Absolute URL, `mailto:` address, or `#fragment` that a word leads to. */
  linkOf(word: PdfWord): string | undefined;
  lexicon: Lexicon;
  /** In a heading or a header cell: all of it is bold anyway. */
  isBoldIgnored?: boolean;
  isItalicIgnored?: boolean;
  /** Footnotes that the page has: id of the note that a raised number leads to. */
  noteOf?(label: string): { href: string; id: string | undefined } | undefined;
}

interface Style {
  link: string | undefined;
  bold: boolean;
  italic: boolean;
  code: boolean;
  script: 'sup' | 'sub' | undefined;
}

const PLAIN: Style = { link: undefined, bold: false, italic: false, code: false, script: undefined };
/** A line to write on, drawn with signs: how long it is says nothing. */
const BLANK_TO_FILL = /_{4,}/g;
const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:|ftp:\/\/|#)/i;
const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
const HANGUL = /[\uac00-\ud7af]/;
const HYPHEN_AT_END = /[\p{L}\p{M}][-\u2010\u00ad\u0002]$/u;

/** Words of one block, in the order of reading, with the lines that they stand on. */
export function linesOf(words: readonly PdfWord[]): TextLine[] {
  const lines: TextLine[] = [];
  let line: PdfWord[] = [];
  let reference: PdfWord | undefined;
  for (const word of words) {
    if (reference !== undefined && isNewLine(reference, line.at(-1)!, word)) {
      lines.push(toLine(line.toSorted((a, b) => a.box.left - b.box.left)));
      line = [];
      reference = undefined;
    }
    line.push(word);
    if (reference === undefined || word.size > reference.size * LARGER) reference = word;
  }
  if (line.length > 0) lines.push(toLine(line.toSorted((a, b) => a.box.left - b.box.left)));
  return lines;
}

function isNewLine(reference: PdfWord, last: PdfWord, word: PdfWord): boolean {
  const size = Math.max(reference.size, word.size);
  const drop = Math.abs(word.baseline - reference.baseline);
  if (drop > size * NEW_LINE) return true;
  const isBack = word.isRtl ? word.box.left > last.box.right : word.box.right < last.box.left;
  return drop > size * NEW_LINE_AT_EDGE && isBack;
}

/**
 * Lines of one block as HTML: runs of one style in one element, blanks and hyphens between lines as the text needs them.
 * Words that look like a link of the file become one.
 */
export function inlineHtml(lines: readonly TextLine[], context: InlineContext): string {
  const writer = new InlineWriter();
  let before: TextLine | undefined;
  for (const line of lines) {
    const first = line.words[0];
    if (first === undefined) continue;
    if (before !== undefined) joinLines(writer, before, line, context.lexicon);
    writeLine(writer, line, context);
    before = line;
  }
  return writer.finish();
}

/** Plain text of lines, joined the same way. */
export function plainText(lines: readonly TextLine[], lexicon: Lexicon): string {
  let text = '';
  for (const { text: next } of lines) {
    if (text === '') text = next;
    else if (endsDivided(text, next)) {
      text = (lexicon.keepsHyphen(text.slice(0, -1), next) ? text : text.slice(0, -1)) + next;
    } else text += needsBlank(text, next) ? ` ${next}` : next;
  }
  return text;
}

function joinLines(writer: InlineWriter, before: TextLine, line: TextLine, lexicon: Lexicon): void {
  if (!endsDivided(before.text, line.text)) {
    if (needsBlank(before.text, line.text)) writer.blank();
    return;
  }
  if (before.text.endsWith('\u00ad') || !lexicon.keepsHyphen(before.text.slice(0, -1), line.text)) {
    writer.dropLast();
  }
}

function endsDivided(before: string, after: string): boolean {
  return HYPHEN_AT_END.test(before.slice(-HYPHEN_LETTERS)) && /^\p{L}/u.test(after);
}

/** Chinese and Japanese lines follow one another without a blank; a web address is not divided by one. */
function needsBlank(before: string, after: string): boolean {
  const last = before.at(-1) ?? '';
  const first = after[0] ?? '';
  if (CJK.test(last) && CJK.test(first)) return HANGUL.test(last) || HANGUL.test(first);
  return !(
    /(?:https?:\/\/|www\.)\S*[/\-_=&?.]$/.test(before.slice(-ADDRESS_LETTERS)) &&
    /^[\w%/#?&=-]/.test(after) &&
    last !== '.'
  );
}

function writeLine(writer: InlineWriter, line: TextLine, context: InlineContext): void {
  for (const [index, word] of line.words.entries()) {
    const style = styleOf(word, line, context);
    const isSpaced = index > 0 && isApart(line.words[index - 1]!, word);
    if (isSpaced) writer.blank();
    const note = style.script === 'sup' ? context.noteOf?.(word.text) : undefined;
    if (note !== undefined) {
      writer.note(word.text, note);
      continue;
    }
    const stop = stopBehindLink(word, style.link);
    const text = stop === '' ? word.text : word.text.slice(0, -stop.length);
    writer.text(style.code ? text : text.replace(BLANK_TO_FILL, '___'), style);
    if (stop !== '') writer.text(stop, { ...style, link: undefined });
  }
}

/** The full stop behind a link belongs to the sentence, also where its word reaches into the box of the link. */
function stopBehindLink({ text }: PdfWord, link: string | undefined): string {
  if (link === undefined || text.length < 2) return '';
  const stop = /[.,;:)]$/.exec(text)?.[0] ?? '';
  if (stop === ')' && text.includes('(')) return '';
  return stop !== '' && looksLikeAddress(text) && !link.endsWith(stop) ? stop : '';
}

function looksLikeAddress(text: string): boolean {
  return /\w[./@]\w/.test(text);
}

function styleOf(word: PdfWord, line: TextLine, context: InlineContext): Style {
  const link = context.linkOf(word);
  return {
    link: link !== undefined && SAFE_LINK.test(link) ? link : undefined,
    bold: word.font.isBold && context.isBoldIgnored !== true,
    italic: word.font.isItalic && context.isItalicIgnored !== true,
    code: word.font.isMonospaced && !line.isMonospaced,
    script: scriptOf(word, line),
  };
}

/** Whether a word is smaller than its line and stands above or below the line's baseline. */
function scriptOf(word: PdfWord, line: TextLine): 'sup' | 'sub' | undefined {
  if (word.size > line.size * SCRIPT_SIZE) return undefined;
  const lift = line.baseline - word.baseline;
  if (lift > line.size * RAISED) return 'sup';
  return lift < line.size * -LOWERED ? 'sub' : undefined;
}

/** Writes runs; elements nest in one order only: link, bold, italic, code, raised. */
class InlineWriter {
  #html = '';
  #style = PLAIN;
  #run = '';
  #isBlankDue = false;

  blank(): void {
    this.#isBlankDue = true;
  }

  text(text: string, style: Style): void {
    if (!isSame(style, this.#style)) this.#flush(style);
    if (this.#isBlankDue) this.#run += ' ';
    this.#isBlankDue = false;
    this.#run += text;
  }

  note(label: string, { href, id }: { href: string; id: string | undefined }): void {
    this.#flush(PLAIN);
    this.#isBlankDue = false;
    const anchor = id === undefined ? '' : ` id="${escapeAttribute(id)}"`;
    this.#html += `<sup><a href="${escapeAttribute(href)}"${anchor}>${escapeText(label)}</a></sup>`;
  }

  /** Takes back the hyphen at the end of a line. */
  dropLast(): void {
    this.#run = this.#run.slice(0, -1);
  }

  finish(): string {
    this.#flush(PLAIN);
    return this.#html;
  }

  #flush(next: Style): void {
    const run = this.#run;
    this.#run = '';
    if (run !== '') this.#html += open(this.#style) + escapeText(run) + close(this.#style);
    // A blank between two runs belongs to neither, unless both are parts of the same element.
    if (this.#isBlankDue) {
      this.#html += ' ';
      this.#isBlankDue = false;
    }
    this.#style = next;
  }
}

function isSame(one: Style, other: Style): boolean {
  return (
    one.link === other.link &&
    one.bold === other.bold &&
    one.italic === other.italic &&
    one.code === other.code &&
    one.script === other.script
  );
}

function open({ link, bold, italic, code, script }: Style): string {
  if (link === undefined && !bold && !italic && !code && script === undefined) return '';
  return (
    (link === undefined ? '' : `<a href="${escapeAttribute(link)}">`) +
    (bold ? '<strong>' : '') +
    (italic ? '<em>' : '') +
    (code ? '<code>' : '') +
    (script === undefined ? '' : `<${script}>`)
  );
}

function close({ link, bold, italic, code, script }: Style): string {
  if (link === undefined && !bold && !italic && !code && script === undefined) return '';
  return (
    (script === undefined ? '' : `</${script}>`) +
    (code ? '</code>' : '') +
    (italic ? '</em>' : '') +
    (bold ? '</strong>' : '') +
    (link === undefined ? '' : '</a>')
  );
}
