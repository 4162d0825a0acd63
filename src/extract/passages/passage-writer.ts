import type { WrittenBlock } from '../../html/to-markdown/written-block.ts';
import { estimateWords } from '../../text/estimate-words.ts';
import { textOfMarkdown } from '../../text/inline-markdown.ts';
import { cutCode, cutParagraph } from './cut-block.ts';
import { cutLines } from './cut-lines.ts';
import { PassageContext } from './passage-context.ts';
import type { Passage } from './passage.ts';

const HEADING = /^(#{1,6}) /;
const FENCE = /^(?:`{3,}|~{3,})/;
const RULE = /^(?:-{3,}|_{3,}|\*{3,})$/;
const TABLE = /^\|.*\n\|[ :|-]+\|?(?:\n|$)/;
const MARKER = /(?:[-*+]|\d{1,9}[.)])\s+$/;
const ANY_LETTER = /[\p{L}\p{N}]/u;
const ANY_DIGIT = /\p{Nd}/u;
const ALL_BOLD = /^\*\*(?:[^*]|\*(?!\*))+\*\*\s?[:：]?$/;
const LEADING_IN = /[:：]\**$/;
const ASKING = /[?？؟]\**$/;
/** Longer lines are sentences of their own. */
const LONGEST_LABEL = 120;
const LONGEST_LEAD = 300;
/** A heading that is longer is a text that looks like one. */
const LONGEST_HEADING = 120;
/** Words of a line that says something by itself, as headlines do. */
const STATEMENT_WORDS = 4;
const LABEL_LEVEL = 7;
/** A text up to this length, right below a heading, says little without it. */
const SHORT_TEXT = 80;
/** Characters of a card; a longer one is parted. */
const LONGEST_CARD = 400;

type NewPassage = Omit<Passage, 'index' | 'block'>;

/** A heading or label until it shows whether anything stands below it. */
interface PendingLine {
  readonly passage: NewPassage;
  /** Level of a heading; one more than the lowest for a label. */
  readonly level: number;
}

/** The block that was added last, when it is a text of which more may belong to the same card. */
interface LastText {
  readonly node: number;
  /** Its place among the passages; undefined for a label, which is not among them. */
  readonly index: number | undefined;
  readonly made: NewPassage;
}

/** Makes passages of the blocks of a page, one after the other. */
export class PassageWriter {
  readonly #areOfOneCard: (first: number, second: number) => boolean;
  readonly #passages: Passage[] = [];
  readonly #context = new PassageContext();
  #block = -1;
  #isInList = false;
  /** A line that stands above what comes next, and is a passage of its own only when nothing does. */
  #pending: PendingLine | undefined;
  #last: LastText | undefined;
  /** The heading or label right above what comes next, as Markdown. */
  #above: { readonly markdown: string; readonly isHeading: boolean } | undefined;

  constructor(areOfOneCard: (first: number, second: number) => boolean) {
    this.#areOfOneCard = areOfOneCard;
  }

  add(block: WrittenBlock, hasHeader: boolean): void {
    const { markdown } = block;
    const level = HEADING.exec(markdown)?.[1]?.length;
    if (level !== undefined) return this.#addHeading(markdown, level);
    if (RULE.test(markdown)) return;
    this.#context.enter(block);
    if (FENCE.test(markdown)) this.#addCode(markdown);
    else if (TABLE.test(markdown)) this.#addTable(markdown, hasHeader);
    else this.#addLines(block);
  }

  finish(): Passage[] {
    this.#flush(false);
    return this.#passages;
  }

  #addHeading(markdown: string, level: number): void {
    this.#flush(level > (this.#pending?.level ?? 0));
    this.#isInList = false;
    this.#last = undefined;
    const text = textOfMarkdown(markdown.slice(level + 1));
    this.#context.addHeading('', level);
    const above = this.#context.text;
    this.#context.addHeading(text, level);
    this.#above = markdown.length <= LONGEST_LEAD ? { markdown, isHeading: true } : undefined;
    const passage = { ...this.#make('paragraph', text, markdown), context: above };
    if (text.length > LONGEST_HEADING) this.#pushAlone(passage);
    else if (isStatement(text)) this.#pending = { passage, level };
  }

  #addCode(markdown: string): void {
    this.#begin();
    for (const piece of cutCode(markdown)) this.#push(this.#make('code', piece, piece), '\n');
    this.#context.leave();
  }

  #addTable(markdown: string, hasHeader: boolean): void {
    this.#begin();
    const [header = '', delimiters = '', ...rows] = markdown.split('\n');
    const lead = `${header}\n${delimiters}`;
    const columns = textOfMarkdown(header);
    if (!hasHeader || rows.length === 0) this.#push({ ...this.#make('row', columns, lead), lead: '' }, '\n');
    const above = this.#make('row', '', '').context;
    const context = hasHeader ? `${above}\n${columns}` : above;
    for (const row of rows)
      this.#push({ ...this.#make('row', textOfMarkdown(row), row), lead, context }, '\n');
    this.#context.leave();
  }

  /** Lines that each say something of their own are passages of one block. */
  #addLines(block: WrittenBlock): void {
    for (const { markdown, joint } of cutLines(block.markdown)) {
      if (joint === '') this.#addText({ ...block, markdown });
      else this.#addText({ ...block, markdown, firstPrefix: block.prefix }, joint);
    }
  }

  #addText(block: WrittenBlock, lineJoint?: string): void {
    const { markdown, firstPrefix, prefix } = block;
    const text = textOfMarkdown(markdown).trim();
    if (!ANY_LETTER.test(text)) return;
    if (this.#joinCard(block, text)) return;
    const isItem = firstPrefix !== prefix;
    const marker = isItem ? (MARKER.exec(firstPrefix)?.[0] ?? '') : '';
    const kind = isItem ? 'item' : 'paragraph';
    if (this.#isLabel(block, text)) return this.#addLabel(block, this.#make(kind, text, marker + markdown));
    let lead = this.#leadAbove(text);
    this.#beginText(prefix.length, isItem, lineJoint !== undefined);
    let [joint, mark] = [lineJoint ?? '\n', marker];
    for (const piece of cutParagraph(markdown)) {
      const made = this.#make(kind, piece.text, mark + piece.markdown);
      this.#push({ ...made, lead: made.lead || lead }, joint);
      [joint, mark, lead] = [piece.joint, '', ''];
    }
    const index = this.#passages.length - 1;
    this.#last = { node: block.node, index, made: this.#passages[index]! };
    this.#context.note(block, text);
  }

  #isLabel({ markdown }: WrittenBlock, text: string): boolean {
    if (text.length > LONGEST_LABEL || text.includes('\n')) return false;
    return ASKING.test(markdown) || LEADING_IN.test(markdown) || ALL_BOLD.test(markdown);
  }

  /** The line right above a text that would say little without it: a question, a term, the name of a price. */
  #leadAbove(text: string): string {
    const { markdown = '', isHeading = false } = this.#above ?? {};
    return isHeading && text.length > SHORT_TEXT ? '' : markdown;
  }

  #addLabel({ node, markdown, prefix }: WrittenBlock, made: NewPassage): void {
    this.#flush(false);
    if (isStatement(made.text)) this.#pending = { passage: made, level: LABEL_LEVEL };
    this.#last = ASKING.test(markdown) ? undefined : { node, index: undefined, made };
    if (LEADING_IN.test(markdown)) this.#context.leadIn(made.text, markdown.slice(0, LONGEST_LEAD));
    else this.#context.label(made.text, prefix.length);
    this.#above = { markdown: made.markdown, isHeading: false };
  }

  /** Adds a block to the text before it when both are of one card; false when they are not. */
  #joinCard({ node, markdown, firstPrefix, prefix }: WrittenBlock, text: string): boolean {
    const last = this.#last;
    if (last === undefined || firstPrefix !== prefix) return false;
    if (last.node === -1 || last.node === node || last.made.text.length + text.length > LONGEST_CARD)
      return false;
    if (!this.#areOfOneCard(last.node, node)) return false;
    const indent = last.made.kind === 'item' ? ' '.repeat(Math.min(prefix.length, 2)) : '';
    const made: NewPassage = {
      ...last.made,
      text: `${last.made.text}\n${text}`,
      markdown: `${last.made.markdown}\n\n${indent}${markdown}`,
    };
    if (last.index === undefined) {
      this.#begin();
      this.#push({ ...made, lead: '' }, '\n');
    } else {
      this.#passages[last.index] = { ...this.#passages[last.index]!, ...made };
    }
    this.#last = { node, index: this.#passages.length - 1, made: this.#passages.at(-1)! };
    return true;
  }

  /** Ends the waiting of a label: it becomes a passage when nothing came that it stands above. */
  #flush(isFollowed: boolean): void {
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined && !isFollowed) this.#pushAlone(pending.passage);
  }

  #pushAlone(passage: NewPassage): void {
    this.#block++;
    this.#isInList = false;
    this.#push(passage, '\n');
  }

  #begin(): void {
    this.#flush(true);
    this.#above = undefined;
    this.#block++;
    this.#isInList = false;
    this.#last = undefined;
  }

  /** All items of a list, nested ones too, are one block; so are the lines of a paragraph. */
  #beginText(depth: number, isItem: boolean, isLine: boolean): void {
    this.#flush(true);
    this.#above = undefined;
    const isInList = isItem || (this.#isInList && depth > 0);
    if (!isLine && (!isInList || !this.#isInList)) this.#block++;
    this.#isInList = isInList;
  }

  #make(kind: Passage['kind'], text: string, markdown: string): NewPassage {
    const { text: context, lead } = this.#context;
    return { kind, text, markdown, lead: kind === 'paragraph' ? '' : lead, context, joint: '\n' };
  }

  #push(made: NewPassage, joint: string): void {
    if (!ANY_LETTER.test(made.text)) return;
    const isFirst = this.#passages.at(-1)?.block !== this.#block;
    this.#passages.push({
      ...made,
      joint: isFirst ? '' : joint,
      index: this.#passages.length,
      block: this.#block,
    });
  }
}

/** Whether a line says something even when nothing stands below it: a price, a headline. */
function isStatement(text: string): boolean {
  return ANY_DIGIT.test(text) || estimateWords(text) >= STATEMENT_WORDS;
}
