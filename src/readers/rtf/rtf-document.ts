import type { DocumentContent } from '../document.ts';
import { Footnotes } from '../html-writer/footnotes.ts';
import { OutputBudget } from '../html-writer/output-budget.ts';
import { symbolCharacter } from '../office/symbol-fonts.ts';
import { CODE_MARK, EMPHASIS_MARK, STRONG_MARK, STRUCK } from '../text-document/marks.ts';
import { headingRole, type ParagraphRole, TEXT_ROLE } from '../text-document/paragraph-role.ts';
import type { Destination } from './destination.ts';
import { documentMarkup } from './encapsulated-html.ts';
import { FontTable, type RtfFont } from './font-table.ts';
import type { HtmlCollector } from './html-collector.ts';
import { RtfInfo } from './info.ts';
import { ListCounter, type OldNumbering } from './list-counter.ts';
import { ListTables } from './list-tables.ts';
import { RowDefinitionReader } from './row-definition.ts';
import { RtfFlow } from './rtf-flow.ts';
import { PLAIN_CHARACTERS, PLAIN_PARAGRAPH, type ParagraphState, type RtfState } from './rtf-state.ts';
import { RtfStyleSheet } from './style-sheet.ts';

/** Texts in texts, such as notes in notes; deeper ones are read as part of the outer. */
const MAX_FLOW_DEPTH = 10;
const ROW_WORDS = new Set(['trowd', 'trleft', 'trhdr', 'clmrg', 'clvmgf', 'clvmrg', 'cellx']);

export interface RtfChoices {
  hasImages: boolean;
  /** Monospaced fonts mean code; not so in a file that is all in one. */
  isMonospacedCode: boolean;
  /** Bookmarks that links of the file lead to; the others need no anchor. */
  targets: ReadonlySet<string>;
}

/** The state of a file while it is read, and the text that has been written. */
export class RtfDocument {
  readonly choices: RtfChoices;
  readonly fonts = new FontTable();
  readonly styles = new RtfStyleSheet();
  readonly lists = new ListTables();
  readonly info = new RtfInfo();
  readonly footnotes = new Footnotes();
  readonly budget = new OutputBudget();
  readonly warnings = new Set<string>();
  /** Letters of the text, and how many of them are in a monospaced font. */
  readonly letters = { all: 0, monospaced: 0 };
  /** Bookmarks that have been met. */
  readonly places = new Set<string>();
  readonly body: Destination;
  defaultFont = 0;
  /** The HTML that the file was made of; undefined for ordinary files. */
  mail: HtmlCollector | undefined;
  /** Text of the mark that stands before the paragraph. */
  mark = '';
  oldNumbering: OldNumbering | undefined;
  /** Name of the property of a shape whose value follows, and the description of a picture. */
  shapeProperty = '';
  shapeAlt = '';
  /** The state of the open group. */
  state: RtfState;

  readonly #counter = new ListCounter(this.lists);
  readonly #flow = new RtfFlow(this.budget, 0);
  readonly #rows = new RowDefinitionReader();
  readonly #nestedRows = new RowDefinitionReader();
  readonly #roles = new Map<number, ParagraphRole | undefined>();

  constructor(choices: RtfChoices, body: Destination) {
    this.choices = choices;
    this.body = body;
    this.state = this.startState();
  }

  startState(): RtfState {
    return {
      destination: this.body,
      flow: this.#flow,
      field: undefined,
      shape: undefined,
      unicodeDestination: undefined,
      fallbackLength: 1,
      ...PLAIN_CHARACTERS,
      isForRtfOnly: false,
      font: -1,
      asianFont: -1,
      href: undefined,
      paragraph: PLAIN_PARAGRAPH,
    };
  }

  /** A text of its own within that of `outer`. */
  startFlow(outer: RtfFlow, isNote = false): RtfFlow {
    return outer.depth >= MAX_FLOW_DEPTH ? outer : new RtfFlow(this.budget, outer.depth + 1, isNote);
  }

  fontOf(state: RtfState): RtfFont | undefined {
    const number = state.isAsian && state.asianFont >= 0 ? state.asianFont : state.font;
    return this.fonts.get(number < 0 ? this.defaultFont : number);
  }

  write(text: string, state: RtfState): void {
    this.mail?.text(text, state);
    if (state.isHidden || state.isDeleted || text === '') return;
    const font = this.fontOf(state);
    const shown = font?.isSymbol === true ? inSymbolFont(font.name, text) : text;
    const letters = shown.trim().length;
    this.letters.all += letters;
    if (font?.isMonospaced === true) this.letters.monospaced += letters;
    this.show(shown, state, font);
  }

  /** Text of the paragraph that is open. Bold and italic of its style say what it is, and are no emphasis in it. */
  show(text: string, state: RtfState, font: RtfFont | undefined = this.fontOf(state)): void {
    const style = this.styles.lookOf(state.paragraph.style);
    const isMonospaced = this.choices.isMonospacedCode && font?.isMonospaced === true;
    const isCode = isMonospaced || (state.characterStyle > 0 && this.styles.isCode(state.characterStyle));
    let marks: number = state.script ?? 0;
    if (state.isBold && !style.isBold) marks |= STRONG_MARK;
    if (state.isItalic && !style.isItalic) marks |= EMPHASIS_MARK;
    if (state.isStruck) marks |= STRUCK;
    if (isCode && this.roleOf(state.paragraph).type !== 'heading') marks |= CODE_MARK;
    state.flow.runs.addText(text, marks, state.href);
  }

  roleOf(paragraph: ParagraphState): ParagraphRole {
    let role = this.#roles.get(paragraph.style);
    if (role === undefined && !this.#roles.has(paragraph.style)) {
      role = this.styles.roleOf(paragraph.style);
      this.#roles.set(paragraph.style, role);
    }
    const { outlineLevel } = paragraph;
    if (role === undefined && outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < 9) {
      return headingRole(outlineLevel + 1);
    }
    return role ?? TEXT_ROLE;
  }

  endParagraph(state: RtfState, isInTable = state.paragraph.isInTable): void {
    const { paragraph, flow } = state;
    const mark = this.#counter.itemOf(paragraph, this.mark, this.oldNumbering);
    const { isBold } = this.styles.lookOf(paragraph.style);
    this.mark = '';
    const nesting = isInTable || paragraph.nesting > 1 ? Math.max(1, paragraph.nesting) : 0;
    flow.endParagraph({ role: this.roleOf(paragraph), mark, indent: paragraph.indent, isBold, nesting });
  }

  /** Words that make rows and cells; false for any other. */
  tableWord(name: string, parameter: number | undefined, state: RtfState): boolean {
    const { flow } = state;
    const nesting = Math.max(1, state.paragraph.nesting);
    if (name === 'cell' || name === 'nestcell') {
      this.endParagraph(state, true);
      flow.endCell(name === 'cell' ? 1 : nesting);
    } else if (name === 'row') {
      flow.endRow(1, this.#rows.layout);
    } else if (name === 'nestrow') {
      flow.endRow(nesting, this.#nestedRows.layout);
    } else if (ROW_WORDS.has(name)) {
      this.#rows.word(name, parameter);
    } else {
      return false;
    }
    return true;
  }

  /** Words that define a row of a table in a table, which stand in a destination of their own. */
  nestedTableWord(name: string, parameter: number | undefined, state: RtfState): void {
    if (name === 'nestrow') this.tableWord(name, parameter, state);
    else this.#nestedRows.word(name, parameter);
  }

  #html(): string {
    const mail = this.mail === undefined ? undefined : documentMarkup(this.mail.html);
    return mail === undefined || mail === '' ? this.#flow.finish() + this.footnotes.list() : mail;
  }

  finish(): DocumentContent {
    if (this.budget.isExceeded)
      this.warnings.add('The file has more text than can be read; the end is left out.');
    return {
      html: this.#html(),
      properties: this.info.properties(),
      warnings: [...this.warnings],
    };
  }
}

/** Characters of fonts such as Symbol are numbers of pictures, also when they look like letters. */
function inSymbolFont(font: string, text: string): string {
  let shown = '';
  for (const character of text) {
    const code = character.charCodeAt(0);
    const isPrivate = code >= 0xf020 && code <= 0xf0ff;
    shown += isPrivate || (code > 0x20 && code <= 0xff) ? symbolCharacter(font, code) : character;
  }
  return shown;
}
