import { linkAddress } from '../../html-writer/link-address.ts';
import { equationText } from '../../office/equation-field.ts';
import { symbolCharacter } from '../../office/symbol-fonts.ts';

/** Instructions that are longer are not read further. */
const MAX_INSTRUCTION = 10_000;
/** Fields inside fields; deeper ones are taken for a mistake. */
const MAX_FIELDS = 100;
/** Paragraphs that an instruction may go on for: one that never ends must not swallow the text. */
const MAX_INSTRUCTION_PARAGRAPHS = 20;
/** Their results are page numbers, which text without pages has none of. */
const PAGE_FIELDS = new Set(['PAGE', 'NUMPAGES', 'SECTIONPAGES', 'SECTION']);
const MAX_HREF = 8_000;

interface Field {
  instruction: string;
  isResult: boolean;
  isHidden: boolean;
  link: string | undefined;
  name: string;
  paragraphs: number;
}

/**
 * The fields that are open at one place of the text (ECMA-376 part 1, section 17.16): an instruction, which is not shown,
 * and its last result, which is. A field may go on over paragraphs.
 */
export class FieldStack {
  readonly #fields: Field[] = [];

  begin(): void {
    if (this.#fields.length >= MAX_FIELDS) this.#fields.shift();
    this.#fields.push({
      instruction: '',
      isResult: false,
      isHidden: false,
      link: undefined,
      name: '',
      paragraphs: 0,
    });
  }

  addInstruction(text: string): void {
    const field = this.#fields.at(-1);
    if (field === undefined || field.isResult || field.instruction.length > MAX_INSTRUCTION) return;
    field.instruction += text.slice(0, MAX_INSTRUCTION);
  }

  separate(): void {
    const field = this.#fields.at(-1);
    if (field === undefined || field.isResult) return;
    field.isResult = true;
    field.name = nameOf(field.instruction);
    field.isHidden =
      PAGE_FIELDS.has(field.name) || field.name === 'EQ' || (field.name === 'PAGEREF' && this.isContents);
    if (field.name === 'HYPERLINK') {
      field.link = hyperlinkAddress(field.instruction);
    }
  }

  /** Ends the innermost field; gives the text of a field that is drawn from its instruction. */
  end(): string {
    const field = this.#fields.pop();
    if (field === undefined || this.isHidden) return '';
    // Word draws a formula anew, whatever another program has stored as its result.
    return field.isResult && field.name !== 'EQ' ? '' : shownText(field.instruction);
  }

  /** True where text is not shown. */
  get isHidden(): boolean {
    return this.#fields.some(({ isResult, isHidden }) => isHidden || !isResult);
  }

  /** True inside of a table of contents. */
  get isContents(): boolean {
    return this.#fields.some(({ name }) => name === 'TOC');
  }

  /** The link that the text is part of. */
  get link(): string | undefined {
    return this.#fields.findLast(({ link }) => link !== undefined)?.link;
  }

  /** To be called at the end of every paragraph. */
  endParagraph(): void {
    for (const field of this.#fields) {
      if (!field.isResult && ++field.paragraphs > MAX_INSTRUCTION_PARAGRAPHS) field.isResult = true;
    }
  }
}

function nameOf(instruction: string): string {
  return /^\s*([A-Za-z]+)/.exec(instruction)?.[1]?.toUpperCase() ?? '';
}

/** `HYPERLINK "address" \l "place"` (section 17.16.5.25). */
function hyperlinkAddress(instruction: string): string | undefined {
  let address: string | undefined;
  let place: string | undefined;
  let option = '';
  const [, ...words] = instruction.matchAll(/"([^"]*)"|(\S+)/g);
  for (const [word, quoted, bare = ''] of words) {
    if (/^\\[lomnt]$/i.test(word)) {
      option = word.slice(1).toLowerCase();
      continue;
    }
    const value = quoted ?? bare;
    if (option === 'l') place ??= value;
    else if (option !== 'o' && option !== 't') address ??= value;
    option = '';
  }
  return joinAddress(address, place);
}

/** Address of a link to a place in a page; a place alone is in this document. */
export function joinAddress(address: string | undefined, fragment: string | undefined): string | undefined {
  const place = fragment === undefined || fragment === '' ? '' : `#${fragment}`;
  const href = linkAddress(`${address ?? ''}${address?.includes('#') === true ? '' : place}`);
  return href === undefined || href.length > MAX_HREF ? undefined : href;
}

/** Gives the text of fields that have it in their instruction. */
function shownText(instruction: string): string {
  switch (nameOf(instruction)) {
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return instruction.replace(/^\s*\w+\s+\S+\s*/, '').trimEnd();
    case 'SYMBOL': {
      const [, code, font] = /^\s*SYMBOL\s+(\w+)(?:.*?\\f\s+"?([^"\\]+))?/i.exec(instruction) ?? [];
      return symbolCharacter(font?.trim(), Number(code));
    }
    case 'EQ':
      return equationText(instruction.replace(/^\s*EQ/i, ''));
    default:
      return '';
  }
}
