import {
  CODE_MARK,
  EMPHASIS_MARK,
  STRONG_MARK,
  STRUCK,
  SUBSCRIPT_MARK,
  SUPERSCRIPT_MARK,
} from '../../text-document/marks.ts';
import { TextRuns } from '../../text-document/text-runs.ts';
import type { CharacterProperties } from '../formatting/character-properties.ts';
import { roleOf } from '../formatting/role-of.ts';
import { decodeByteString } from '../text/code-page.ts';
import type { DocumentContext } from '../document-context.ts';
import { equationText } from '../../office/equation-field.ts';
import type { FieldCode } from '../fields/field-code.ts';
import { FIELD_BEGIN, FIELD_END, type FieldTracker } from '../fields/field-tracker.ts';
import { formFieldText } from '../fields/form-field.ts';
import { isSymbolCode, symbolCharacters } from '../text/symbols.ts';
import type { TextBox } from '../drawings/text-boxes.ts';
import type { WordParagraph } from '../text/word-text.ts';

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
  #runs: TextRuns;
  #boxes: TextBox[] = [];
  #form = '';

  constructor(context: DocumentContext, fields: FieldTracker) {
    this.#context = context;
    this.#fields = fields;
    this.#runs = new TextRuns(context.budget);
  }

  /** Text boxes that were anchored in what was written since the last call. */
  takeBoxes(): TextBox[] {
    return this.#boxes.splice(0);
  }

  /** Gives the runs that were written since the last call. */
  end(): TextRuns {
    const runs = this.#runs;
    this.#runs = new TextRuns(this.#context.budget);
    return runs;
  }

  write({ start, end, format }: WordParagraph): void {
    const isHeading = roleOf(format).type === 'heading';
    for (const run of this.#context.text.runs(start, end, format.style)) {
      // A paragraph may be as long as the file.
      if (this.#context.budget.isExceeded) break;
      const { properties } = run;
      const { isMonospaced } = this.#context.survey;
      const isCode = !isMonospaced && !isHeading && this.#fontOf(properties.font)?.isMonospaced === true;
      const marks = marksOf(properties, format.style.character) | (isCode ? CODE_MARK : 0);
      this.#writeRun(run.start, run.end, properties, marks);
    }
  }

  #writeRun(start: number, end: number, properties: CharacterProperties, marks: number): void {
    const { text, notes } = this.#context;
    let from = start;
    for (let at = start; at < end; at++) {
      const code = text.text.charCodeAt(at);
      const isPlain = code > LAST_CONTROL && !(code >= 0xf020 && code <= 0xf0ff) && !properties.isSpecial;
      const note = notes.isEmpty || isGone(properties) ? undefined : notes.at(at);
      if (isPlain && note === undefined) continue;
      this.#writeText(from, at, properties, marks);
      from = at + 1;
      if (note !== undefined) {
        if (this.#fields.isVisible) {
          const label = note.isNumbered || code < 0x20 ? '' : this.#decode(text.text[at]!, properties);
          this.#runs.addAtom(notes.writeMark(note, label));
        }
      } else this.#writeCharacter(at, code, properties, marks);
    }
    this.#writeText(from, end, properties, marks);
  }

  #writeText(start: number, end: number, properties: CharacterProperties, marks: number): void {
    if (start >= end) return;
    const raw = this.#context.text.text.slice(start, end);
    if (!this.#fields.isVisible) this.#fields.addHidden(this.#decode(raw, properties));
    else if (!isGone(properties)) this.#show(this.#decode(raw, properties), marks);
  }

  #show(text: string, marks: number): void {
    this.#runs.addText(text, marks, this.#fields.link);
  }

  #writeCharacter(at: number, code: number, properties: CharacterProperties, marks: number): void {
    if (code >= FIELD_BEGIN && code <= FIELD_END) {
      const ended = this.#fields.mark(at, code);
      if (ended !== undefined && !isGone(properties) && this.#fields.isVisible)
        this.#writeField(ended, marks);
      return;
    }
    // The data of a form field stands within its instruction.
    if (code === PICTURE && properties.isData && properties.picture >= 0) {
      this.#form = formFieldText(this.#context.data, properties.picture);
    } else if (!this.#fields.isVisible) {
      if (code > LAST_CONTROL) this.#fields.addHidden(String.fromCharCode(code));
    } else if (!isGone(properties)) {
      if (code > LAST_CONTROL) this.#show(this.#signText(code, properties), marks);
      else this.#writeControl(at, code, properties, marks);
    }
  }

  #writeControl(at: number, code: number, properties: CharacterProperties, marks: number): void {
    if (code === LINE_BREAK || code === COLUMN_BREAK) this.#runs.addBreak(this.#fields.link);
    else if (code === TAB) this.#show('\t', marks);
    else if (code === HARD_HYPHEN) this.#show('-', marks);
    else if (code === DRAWING) this.#writeDrawing(at);
    else if (code === PICTURE) this.#writePicture(properties);
  }

  /** A character of a symbol font, or a plain one that is marked as special. */
  #signText(code: number, properties: CharacterProperties): string {
    const { symbol, font } = properties;
    if (code === SYMBOL_PLACE && symbol !== undefined) {
      return symbolCharacters(symbol.code, this.#fontOf(symbol.font)?.name ?? '');
    }
    if (isSymbolCode(code)) return symbolCharacters(code, this.#fontOf(font)?.name ?? '');
    return this.#decode(String.fromCharCode(code), properties);
  }

  /** A field that is all instruction. */
  #writeField(field: FieldCode, marks: number): void {
    if (field.name === 'FORMCHECKBOX' || field.name === 'FORMDROPDOWN') this.#show(this.#form, marks);
    else if (field.name === 'EQ') this.#show(equationText(field.rest), marks);
    else if (field.name === 'SYMBOL') {
      const code = Number(field.values[0] ?? '');
      if (code > 0x1f && code <= 0xff_ff)
        this.#show(symbolCharacters(code, field.switches.get('f') ?? ''), marks);
    }
  }

  #writePicture({ isOle, isData, picture }: CharacterProperties): void {
    if (isOle || isData || picture < 0) return;
    this.#runs.addAtom(this.#context.pictures.inline(picture), this.#fields.link);
  }

  #writeDrawing(at: number): void {
    const { drawings, pictures, textBoxes } = this.#context;
    for (const shape of drawings.shapesAt(at)) {
      const html = shape.picture > 0 ? pictures.floating(shape.picture, shape.description) : '';
      this.#runs.addAtom(html, this.#fields.link);
      this.#show(shape.wordArt, 0);
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
      return Array.from(text, (character) => symbolCharacters(character.charCodeAt(0), named.name)).join('');
    }
    return decodeByteString(text, named?.encoding ?? encoding);
  }
}

/** Tells the marks that set a run off: bold and italic of its style say what the paragraph is. */
function marksOf(
  { isBold, isItalic, isStruck, position }: CharacterProperties,
  base: CharacterProperties,
): number {
  let marks = 0;
  if (isBold && !base.isBold) marks |= STRONG_MARK;
  if (isItalic && !base.isItalic) marks |= EMPHASIS_MARK;
  if (isStruck) marks |= STRUCK;
  if (position === 'superscript') marks |= SUPERSCRIPT_MARK;
  else if (position === 'subscript') marks |= SUBSCRIPT_MARK;
  return marks;
}

function isGone({ isHidden, isDeleted }: CharacterProperties): boolean {
  return isHidden || isDeleted;
}
