import { bookmarkId } from './bookmarks.ts';
import { linkAddress } from '../html-writer/link-address.ts';
import { equationText } from '../office/equation-field.ts';
import { symbolCharacter } from '../office/symbol-fonts.ts';

const MAX_INSTRUCTION = 10_000;
/** Fields that only make sense on paper. */
const PAPER = new Set(['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'PAGEREF']);
const CHECKED = 1;
const DEFAULT_RESULT = 25;

/** A field: what a program works out, and the text that it came to (RTF 1.9.1, "Fields"). */
export class RtfField {
  #instruction = '';
  #isChecked = false;
  #isCheckedByDefault = false;

  addInstruction(text: string): void {
    if (this.#instruction.length < MAX_INSTRUCTION) this.#instruction += text;
  }

  /** Words of a form field. */
  formWord(name: string, parameter = 0): void {
    if (name === 'ffres')
      this.#isChecked = parameter === CHECKED || (parameter === DEFAULT_RESULT && this.#isCheckedByDefault);
    if (name === 'ffdefres') this.#isCheckedByDefault = parameter === CHECKED;
  }

  /** The text that it came to is left out. */
  get hidesResult(): boolean {
    const name = this.#name;
    return (
      PAPER.has(name) ||
      (name === 'INCLUDEPICTURE' && this.pictureAddress !== undefined) ||
      name === 'SYMBOL' ||
      name === 'EQ' ||
      name === 'MACROBUTTON'
    );
  }

  /** Address of the link that it makes of its result; `targets` are the bookmarks that there are. */
  hrefTo(targets: ReadonlySet<string>): string | undefined {
    if (this.#name !== 'HYPERLINK') return undefined;
    const [, ...words] = splitWords(this.#instruction);
    const { address, bookmark } = targetIn(words);
    const found = linkAddress(address ?? '');
    if (address === undefined || found?.startsWith('#') === true) {
      const name = address?.slice(1) ?? bookmark;
      return targets.has(name) ? `#${bookmarkId(name)}` : undefined;
    }
    return found === undefined || bookmark === '' ? found : `${found}#${bookmark}`;
  }

  /** Address of the picture that it shows. */
  get pictureAddress(): string | undefined {
    if (this.#name !== 'INCLUDEPICTURE') return undefined;
    const address = splitWords(this.#instruction)
      .slice(1)
      .find((word) => /^https?:/i.test(word));
    return address;
  }

  /** Text of fields that are drawn from their instruction. */
  get symbol(): string {
    if (this.#name === 'FORMCHECKBOX') return this.#isChecked ? '☒' : '☐';
    // The text of a button follows the name of what it does.
    if (this.#name === 'MACROBUTTON') return this.#instruction.trim().split(/\s+/).slice(2).join(' ');
    if (this.#name === 'EQ') return equationText(this.#instruction.replace(/^\s*EQ/i, ''));
    if (this.#name !== 'SYMBOL') return '';
    const words = splitWords(this.#instruction);
    const font = words[words.findIndex((word) => /^\\f$/i.test(word)) + 1];
    const code = Number(words[1]);
    return Number.isInteger(code) ? symbolCharacter(font === words[0] ? undefined : font, code) : '';
  }

  get #name(): string {
    return /^\s*(\w+)/.exec(this.#instruction)?.[1]?.toUpperCase() ?? '';
  }
}

/** Words of an instruction; those between quotes may have blanks. */
function splitWords(instruction: string): string[] {
  const words: string[] = [];
  for (const [, quoted, plain] of instruction.matchAll(/["“]([^"”]*)["”]?|([^\s"“]+)/g)) {
    words.push(quoted === undefined ? plain! : quoted.replaceAll('\\\\', '\\'));
  }
  return words;
}

/** Reads the target from the words of a HYPERLINK field: an address, and a place in the document behind it. */
function targetIn(words: readonly string[]): { address: string | undefined; bookmark: string } {
  let address: string | undefined;
  let bookmark = '';
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (/^\\[lot]$/i.test(word)) {
      const value = words[++at] ?? '';
      if (word.toLowerCase() === '\\l') bookmark = value;
    } else if (!word.startsWith('\\')) {
      address ??= word;
    }
  }
  return { address, bookmark };
}
