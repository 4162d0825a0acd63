import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import type { PageSource } from '../page-source.ts';
import type { AttributeTable } from './tokenizer-attributes.ts';
import { normalizeName } from './tokenizer-names.ts';

/** Reads ranges of a page's source as the text that they stand for. */
export class CharacterData {
  /** False when there is no NUL on the page. One look at the page saves one at each of its texts. */
  readonly mayHoldNul: boolean;
  readonly #page: PageSource;
  readonly #hasReturns: boolean;
  readonly #hasReferences: boolean;

  constructor(page: PageSource) {
    this.#page = page;
    this.mayHoldNul = page.units.includes('\0');
    this.#hasReturns = page.units.includes('\r');
    this.#hasReferences = page.units.includes('&');
  }

  /** A text; `isRaw` keeps character references as they are. NUL is left alone. */
  text(start: number, stop: number, isRaw: boolean): string {
    const text = this.#slice(start, stop);
    return isRaw || !this.#hasReferences || !text.includes('&') ? text : decodeHTML(text);
  }

  attributeName(attributes: AttributeTable, index: number): string {
    return normalizeName(this.#page.slice(attributes.nameStart(index), attributes.nameStop(index)));
  }

  attributeValue(attributes: AttributeTable, index: number): string {
    const raw = this.#slice(attributes.valueStart(index), attributes.valueStop(index));
    const value = raw.includes('&') ? decodeHTMLAttribute(raw) : raw;
    return this.mayHoldNul && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value;
  }

  /** Line ends are as the input stream preprocessor leaves them (WHATWG HTML 13.2.3.5). */
  #slice(start: number, stop: number): string {
    const text = this.#page.slice(start, stop);
    return this.#hasReturns && text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  }
}
