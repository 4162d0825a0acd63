import { codeAt } from '../../html/code-at.ts';
import { isAsciiLetter, isAsciiWhitespace } from '../../lib/ascii.ts';
import { escapeText } from '../markup.ts';

/** Elements that have no end tag in HTML. */
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input link meta param source track wbr'.split(' '),
);
/** Elements whose text HTML takes as it is, up to their end tag. */
const SCRIPTS = new Set(['script', 'style']);
/** Elements in which HTML knows `/>` itself. */
const FOREIGN = new Set(['svg', 'math']);
/** The beginning of what would end a script or a style sheet too early, or too late. */
const SCRIPT_BOUND = /<(?=!--|\/(?:script|style))/gi;

const NOT_WELL_FORMED = -1;

/**
 * Writes XHTML so that an HTML parser sees in it what an XML parser does: an element that is closed by `/>` gets its end
 * tag, CDATA becomes text, declarations of the doctype and processing instructions go. Text in which tags do not match
 * stays as it is: browsers refuse it, and as HTML it has at least its text.
 */
export function xhtmlAsHtml(text: string): string {
  return new Rewriting(text).run() ?? text;
}

class Rewriting {
  readonly #text: string;
  readonly #parts: string[] = [];
  /** The end of what is in the parts. */
  #written = 0;
  /** Names of the elements that are open. */
  readonly #open: string[] = [];
  /** The number of open elements that are drawings or formulas. */
  #foreign = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Gives the whole as HTML; undefined when it is not well-formed. */
  run(): string | undefined {
    const text = this.#text;
    for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
      at = this.#markup(at);
      if (at === NOT_WELL_FORMED) return undefined;
    }
    if (this.#open.length > 0) return undefined;
    this.#parts.push(text.slice(this.#written));
    return this.#parts.join('');
  }

  /** Reads the markup that begins at `at` and gives the offset behind it. */
  #markup(at: number): number {
    const text = this.#text;
    if (text.startsWith('<!--', at)) return behind(text, '-->', at + 4);
    if (text.startsWith('<![CDATA[', at)) return this.#cdata(at);
    if (text.startsWith('<!DOCTYPE', at)) return this.#doctype(at);
    const next = codeAt(text, at + 1);
    if (next === 0x2f) return this.#endTag(at);
    if (isAsciiLetter(next)) return this.#startTag(at);
    return next === 0x3f ? this.#replace(at, behind(text, '?>', at + 2), '') : NOT_WELL_FORMED;
  }

  #startTag(at: number): number {
    const text = this.#text;
    const nameStop = nameEnd(text, at + 1);
    const name = text.slice(at + 1, nameStop);
    const close = tagEnd(text, nameStop);
    if (close === NOT_WELL_FORMED) return close;
    if (codeAt(text, close - 1) !== 0x2f) {
      this.#open.push(name);
      if (FOREIGN.has(name)) this.#foreign++;
      return close + 1;
    }
    if (VOID.has(name.toLowerCase())) return close + 1;
    return this.#replace(close - 1, close + 1, `></${name}>`);
  }

  #endTag(at: number): number {
    const text = this.#text;
    const nameStop = nameEnd(text, at + 2);
    const name = text.slice(at + 2, nameStop);
    const close = tagEnd(text, nameStop);
    if (close === NOT_WELL_FORMED || this.#open.pop() !== name) return NOT_WELL_FORMED;
    if (FOREIGN.has(name)) this.#foreign--;
    // HTML takes `</br>` for a second line break.
    const isNeedless = this.#foreign === 0 && VOID.has(name.toLowerCase());
    return isNeedless ? this.#replace(at, close + 1, '') : close + 1;
  }

  #cdata(at: number): number {
    const stop = behind(this.#text, ']]>', at + 9);
    if (stop === NOT_WELL_FORMED) return stop;
    const data = this.#text.slice(at + 9, stop - 3);
    const isScript = this.#foreign === 0 && SCRIPTS.has(this.#open.at(-1) ?? '');
    return this.#replace(at, stop, isScript ? data.replace(SCRIPT_BOUND, '<\\') : escapeText(data));
  }

  /** An HTML parser ends a doctype at its first `>`, so the declarations in it would be text. */
  #doctype(at: number): number {
    const text = this.#text;
    const stop = quotedEnd(text, at + 9, (char) => char === 0x3e || char === 0x5b);
    if (stop === NOT_WELL_FORMED || codeAt(text, stop) === 0x3e) return stop;
    for (let close = text.indexOf(']', stop); close !== -1; close = text.indexOf(']', close + 1)) {
      const end = skipBlanks(text, close + 1);
      if (codeAt(text, end) === 0x3e) return this.#replace(stop, end + 1, '>');
    }
    return NOT_WELL_FORMED;
  }

  /** Writes `replacement` for `start..stop`, and gives `stop`. */
  #replace(start: number, stop: number, replacement: string): number {
    if (stop === NOT_WELL_FORMED) return stop;
    this.#parts.push(this.#text.slice(this.#written, start), replacement);
    this.#written = stop;
    return stop;
  }
}

/** Offset behind the next `mark` from `from` on. */
function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? NOT_WELL_FORMED : at + mark.length;
}

function nameEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const char = codeAt(text, at);
    if (char === 0x3e || char === 0x2f || char === 0x3c || isAsciiWhitespace(char)) break;
  }
  return at;
}

/** Offset of the `>` that ends a tag, whose values are all in quotes. */
function tagEnd(text: string, from: number): number {
  const end = quotedEnd(text, from, (char) => char === 0x3e || char === 0x3c);
  return end === NOT_WELL_FORMED || codeAt(text, end) === 0x3c ? NOT_WELL_FORMED : end;
}

/** Offset of the first character outside of quotes for which `isEnd` holds. */
function quotedEnd(text: string, from: number, isEnd: (char: number) => boolean): number {
  for (let at = from; at < text.length;) {
    const char = codeAt(text, at);
    if (isEnd(char)) return at;
    if (char === 0x22 || char === 0x27) {
      at = behind(text, char === 0x22 ? '"' : "'", at + 1);
      if (at === NOT_WELL_FORMED) return at;
    } else if (char === 0x3d) {
      at = skipBlanks(text, at + 1);
      const quote = codeAt(text, at);
      if (quote !== 0x22 && quote !== 0x27) return NOT_WELL_FORMED;
    } else at++;
  }
  return NOT_WELL_FORMED;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isAsciiWhitespace(codeAt(text, at))) at++;
  return at;
}
