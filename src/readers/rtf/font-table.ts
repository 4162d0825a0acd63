import { isMonospacedFont } from '../office/monospaced-fonts.ts';
import { isSymbolFont } from '../office/symbol-fonts.ts';
import { codePageOfCharset } from '../office/code-pages.ts';

const SYMBOL_CHARSET = 2;
const FIXED_PITCH = 1;

export interface RtfFont {
  name: string;
  /** Undefined where the font follows the file. */
  codePage: number | undefined;
  isMonospaced: boolean;
  /** Its characters are pictures, or Greek letters in the places of others. */
  isSymbol: boolean;
}

/** The fonts of a file by number (RTF 1.9.1, "Font Table"). */
export class FontTable {
  readonly #fonts = new Map<number, RtfFont>();
  #current: RtfFont | undefined;

  get(number: number): RtfFont | undefined {
    return this.#fonts.get(number);
  }

  word(name: string, parameter = 0): void {
    if (name === 'f') {
      this.#current = { name: '', codePage: undefined, isMonospaced: false, isSymbol: false };
      this.#fonts.set(parameter, this.#current);
    }
    const font = this.#current;
    if (font === undefined) return;
    if (name === 'fcharset') {
      font.isSymbol ||= parameter === SYMBOL_CHARSET;
      font.codePage ??= codePageOfCharset(parameter);
    } else if (name === 'cpg' && parameter > 0) {
      font.codePage = parameter;
    } else if (name === 'fmodern') {
      // Says that strokes are even, which is not said of other fonts than those with one width.
      font.isMonospaced = true;
    } else if (name === 'fprq') {
      font.isMonospaced &&= parameter === FIXED_PITCH;
    }
  }

  /** Text of the table, the name of the font with a semicolon. */
  text(text: string): void {
    const font = this.#current;
    if (font === undefined) return;
    font.name = (font.name + text).slice(0, 200);
    const end = font.name.indexOf(';');
    if (end === -1) return;
    font.name = font.name.slice(0, end).trim();
    font.isMonospaced = isMonospacedFont(font.name) || (font.name === '' && font.isMonospaced);
    font.isSymbol = isSymbolFont(font.name);
    this.#current = undefined;
  }
}
