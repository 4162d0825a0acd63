import { linkOf, parseFieldCode, type FieldCode } from './field-code.ts';

export const FIELD_BEGIN = 0x13;
const FIELD_SEPARATOR = 0x14;
export const FIELD_END = 0x15;
const MARKS = /[\u0013-\u0015]/g;
/** A number of a page is only right on paper; Word draws a formula anew, whatever is stored as its result. */
const WITHOUT_RESULT: ReadonlySet<string> = new Set(['PAGE', 'EQ']);
const MAX_DEPTH = 50;
const MAX_INSTRUCTION = 20_000;

interface OpenField {
  instruction: string;
  code: FieldCode | undefined;
  isHidden: boolean;
  link: string | undefined;
}

/**
 * Follows the fields of a part of the text ([MS-DOC] 2.8.25): their instructions are not text, their results are.
 * Marks without a partner are passed over, so that a damaged one hides nothing.
 */
export class FieldTracker {
  readonly #matched: ReadonlySet<number>;
  readonly #open: OpenField[] = [];
  /** Fields among the open ones whose instruction is being read, or whose result is not wanted. */
  #hiding = 0;

  constructor(text: string, start: number, end: number) {
    this.#matched = matchMarks(text, start, end);
  }

  /** Equations that are embedded objects, whose pictures are all that the text has of them. */
  embeddedEquations = 0;
  /** Other objects of which there is only a picture. */
  embeddedObjects = 0;

  /** Whether what is being read is shown. */
  get isVisible(): boolean {
    return this.#hiding === 0;
  }

  /** Where the innermost link leads. */
  get link(): string | undefined {
    return this.#open.findLast(({ link }) => link !== undefined)?.link;
  }

  /** Text that is not shown is part of an instruction. */
  addHidden(text: string): void {
    const field = this.#open.findLast(({ code }) => code === undefined);
    if (field !== undefined && field.instruction.length < MAX_INSTRUCTION) field.instruction += text;
  }

  /** A mark at `position`. Returns the field that ends there, if it is drawn from its instruction. */
  mark(position: number, character: number): FieldCode | undefined {
    if (!this.#matched.has(position)) return undefined;
    if (character === FIELD_BEGIN) {
      this.#open.push({ instruction: '', code: undefined, isHidden: true, link: undefined });
      this.#hiding++;
      return undefined;
    }
    const field = this.#open.at(-1);
    if (field === undefined) return undefined;
    if (character === FIELD_SEPARATOR) {
      field.code = parseFieldCode(field.instruction);
      field.link = linkOf(field.code);
      if (field.code.name === 'EMBED') {
        if (/^equation/i.test(field.code.values[0] ?? '')) this.embeddedEquations++;
        else this.embeddedObjects++;
      }
      field.isHidden = WITHOUT_RESULT.has(field.code.name);
      if (!field.isHidden) this.#hiding--;
      return undefined;
    }
    this.#open.pop();
    if (field.isHidden) this.#hiding--;
    if (field.code === undefined) return parseFieldCode(field.instruction);
    return field.code.name === 'EQ' ? field.code : undefined;
  }
}

/** Positions of the marks that belong to a whole field. */
function matchMarks(text: string, start: number, end: number): Set<number> {
  const matched = new Set<number>();
  const open: Array<{ begin: number; separator: number }> = [];
  MARKS.lastIndex = start;
  for (let found = MARKS.exec(text); found !== null && found.index < end; found = MARKS.exec(text)) {
    const character = text.charCodeAt(found.index);
    const field = open.at(-1);
    if (character === FIELD_BEGIN) {
      if (open.length < MAX_DEPTH) open.push({ begin: found.index, separator: -1 });
    } else if (field === undefined) {
      continue;
    } else if (character === FIELD_SEPARATOR) {
      if (field.separator === -1) field.separator = found.index;
    } else {
      open.pop();
      matched.add(field.begin).add(found.index);
      if (field.separator !== -1) matched.add(field.separator);
    }
  }
  return matched;
}
