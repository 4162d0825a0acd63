import { escapeText } from '../../markup.ts';
import type { CharacterProperties } from '../formatting/character-properties.ts';
import { decodeByteString } from '../text/code-page.ts';
import type { DocumentContext } from '../document-context.ts';
import { equationText } from '../fields/equation-field.ts';
import type { FieldCode } from '../fields/field-code.ts';
import { FIELD_BEGIN, FIELD_END, type FieldTracker } from '../fields/field-tracker.ts';
import { formFieldText } from '../fields/form-field.ts';
import { type InlineContent, type InlineFormat, InlineWriter } from './inline-writer.ts';
import { isSymbolCode, symbolText } from '../text/symbols.ts';
import type { TextBox } from '../drawings/text-boxes.ts';
import type { Paragraph } from '../text/word-text.ts';

const PICTURE = 0x01;
const DRAWING = 0x08;
const TAB = 0x09;
const LINE_BREAK = 0x0b;
const COLUMN_BREAK = 0x0e;
const HARD_HYPHEN = 0x1e;
const SYMBOL_PLACE = 0x28;
const LAST_CONTROL = 0x1f;

/** Writes the characters of paragraphs. One may go on over several, when the marks between them were deleted. */
export class ParagraphWriter {
  readonly #context: DocumentContext;
  readonly #fields: FieldTracker;
  #inline = new InlineWriter();
  #boxes: TextBox[] = [];
  #form = '';

  constructor(context: DocumentContext, fields: FieldTracker) {
    this.#context = context;
    this.#fields = fields;
  }

  /** Text boxes that were anchored in what was written since the last call. */
  takeBoxes(): TextBox[] {
    return this.#boxes.splice(0);
  }

  end(): InlineContent {
    const content = this.#inline.end();
    this.#inline = new InlineWriter();
    return content;
  }

  write({ start, end, format }: Paragraph): void {
    const isHeading = format.properties.outlineLevel < 9;
    for (const run of this.#context.text.runs(start, end, format.style)) {
      // A paragraph may be as long as the file.
      if (this.#inline.length > this.#context.budget.left) break;
      const { properties } = run;
      const base = format.style.character;
      const look: InlineFormat = {
        link: undefined,
        // Headings are bold by being headings.
        isBold: properties.isBold && !isHeading,
        isItalic: properties.isItalic && !(isHeading && base.isItalic),
        isStruck: properties.isStruck,
        position: properties.position,
        isCode:
          !this.#context.survey.isMonospaced &&
          !isHeading &&
          this.#fontOf(properties.font)?.isMonospaced === true,
      };
      this.#writeRun(run.start, run.end, properties, look);
    }
  }

  #writeRun(start: number, end: number, properties: CharacterProperties, look: InlineFormat): void {
    const { text, notes } = this.#context;
    const isGone = properties.isHidden || properties.isDeleted;
    let from = start;
    for (let at = start; at < end; at++) {
      const code = text.text.charCodeAt(at);
      const isPlain = code > LAST_CONTROL && !(code >= 0xf020 && code <= 0xf0ff) && !properties.isSpecial;
      const note = isGone || notes.isEmpty ? undefined : notes.at(at);
      if (isPlain && note === undefined) continue;
      this.#writeText(from, at, properties, look, isGone);
      from = at + 1;
      if (note !== undefined) {
        if (this.#fields.isVisible) {
          const label = note.isNumbered || code < 0x20 ? '' : this.#decode(text.text[at]!, properties);
          this.#inline.markup(notes.writeMark(note, label));
        }
      } else this.#writeCharacter(at, code, properties, look, isGone);
    }
    this.#writeText(from, end, properties, look, isGone);
  }

  #writeText(
    start: number,
    end: number,
    properties: CharacterProperties,
    look: InlineFormat,
    isGone: boolean,
  ): void {
    if (start >= end) return;
    const raw = this.#context.text.text.slice(start, end);
    if (!this.#fields.isVisible) this.#fields.addHidden(this.#decode(raw, properties));
    else if (!isGone) this.#show(this.#decode(raw, properties), look);
  }

  #show(text: string, look: InlineFormat): void {
    this.#inline.write(text, { ...look, link: this.#fields.link });
  }

  #writeCharacter(
    at: number,
    code: number,
    properties: CharacterProperties,
    look: InlineFormat,
    isGone: boolean,
  ): void {
    if (code >= FIELD_BEGIN && code <= FIELD_END) {
      const ended = this.#fields.mark(at, code);
      if (ended !== undefined && !isGone && this.#fields.isVisible) this.#writeField(ended, look);
      return;
    }
    // The data of a form field stands within its instruction.
    if (code === PICTURE && properties.isData && properties.picture >= 0) {
      this.#form = formFieldText(this.#context.data, properties.picture);
    } else if (!this.#fields.isVisible) {
      if (code > LAST_CONTROL) this.#fields.addHidden(String.fromCharCode(code));
    } else if (!isGone) {
      if (code > LAST_CONTROL) this.#show(this.#signText(code, properties), look);
      else this.#writeControl(at, code, properties, look);
    }
  }

  #writeControl(at: number, code: number, properties: CharacterProperties, look: InlineFormat): void {
    if (code === LINE_BREAK || code === COLUMN_BREAK) this.#inline.lineBreak();
    else if (code === TAB) this.#show('\t', look);
    else if (code === HARD_HYPHEN) this.#show('-', look);
    else if (code === DRAWING) this.#writeDrawing(at);
    else if (code === PICTURE) this.#writePicture(properties);
  }

  /** A character of a symbol font, or a plain one that is marked as special. */
  #signText(code: number, properties: CharacterProperties): string {
    const { symbol, font } = properties;
    if (code === SYMBOL_PLACE && symbol !== undefined) {
      return symbolText(symbol.code, this.#fontOf(symbol.font)?.name ?? '');
    }
    if (isSymbolCode(code)) return symbolText(code, this.#fontOf(font)?.name ?? '');
    return this.#decode(String.fromCharCode(code), properties);
  }

  /** A field that is all instruction. */
  #writeField(field: FieldCode, look: InlineFormat): void {
    if (field.name === 'FORMCHECKBOX' || field.name === 'FORMDROPDOWN') this.#show(this.#form, look);
    else if (field.name === 'EQ') this.#show(equationText(field.rest), look);
    else if (field.name === 'SYMBOL') {
      const code = Number(field.values[0] ?? '');
      if (code > 0x1f && code <= 0xff_ff) this.#show(symbolText(code, field.switches.get('f') ?? ''), look);
    }
  }

  #writePicture({ isOle, isData, picture }: CharacterProperties): void {
    if (isOle || isData || picture < 0) return;
    const html = this.#context.pictures.inline(picture);
    if (html !== '') this.#inline.markup(html);
  }

  #writeDrawing(at: number): void {
    const { drawings, pictures, textBoxes } = this.#context;
    for (const shape of drawings.shapesAt(at)) {
      const html = shape.picture > 0 ? pictures.floating(shape.picture, shape.description) : '';
      if (html !== '') this.#inline.markup(html);
      if (shape.wordArt !== '') this.#inline.markup(escapeText(shape.wordArt));
    }
    this.#boxes.push(...textBoxes.takeAt(at));
  }

  #fontOf(index: number) {
    return this.#context.fonts[index];
  }

  /** Text of Word 97 is Unicode already. */
  #decode(text: string, { font }: CharacterProperties): string {
    const { fib, encoding } = this.#context;
    if (fib.generation === 'word97') return text;
    const named = this.#fontOf(font);
    if (named?.isSymbol === true) {
      return Array.from(text, (character) => symbolText(character.charCodeAt(0), named.name)).join('');
    }
    return decodeByteString(text, named?.encoding ?? encoding);
  }
}
