import { codeAt } from '../code-at.ts';
import type { PageSource } from '../page-source.ts';
import * as tags from '../tags.ts';
import { Tokenizer } from './tokenizer.ts';
import { isBlank, skipWhitespace } from './tokenizer-chars.ts';
import { isName, normalizeName, OVERFLOW_TAG } from './tokenizer-names.ts';
import { CharacterData } from './tree-character-data.ts';
import { FormattingList } from './tree-formatting-list.ts';
import * as modes from './tree-modes.ts';
import { NodeColumns, OPEN, type TextPiece } from './tree-nodes.ts';
import { OpenElements } from './tree-open-elements.ts';
import { FOSTERING, HTML_TRAITS } from './tree-tag-traits.ts';

const HTML_NAMESPACE = 0;
export const SVG_NAMESPACE = 1;
export const MATH_NAMESPACE = 2;

/** Work granted for misnested formatting: a base and so much for each character of the page. */
const FUEL_BASE = 100_000;
const FUEL_PER_CHARACTER = 8;
/** The cost of a copy of a formatting element; bounds the copies to one for each 4 characters. */
const CLONE_FUEL = 32;

/** Where the next node goes: the last child of `parent`, or before `sibling` when that is not 0. */
interface Place {
  readonly parent: number;
  readonly sibling: number;
}

/** State of tree construction and what all its rules do to the tree (WHATWG HTML 13.2.6.1). */
export class TreeBuilder {
  readonly tokenizer: Tokenizer;
  readonly characters: CharacterData;
  readonly nodes: NodeColumns;
  readonly open: OpenElements;
  readonly formatting: FormattingList;
  /** Attributes that later `<html>` and `<body>` tags add, by node: from and to for each tag. */
  readonly addedAttributes = new Map<number, number[]>();
  /** Names of elements whose tag id does not tell. */
  readonly overflowNames = new Map<number, string>();
  mode: number = modes.INITIAL;
  /** Mode to go back to after the text of a table. */
  modeBeforeTableText: number = modes.INITIAL;
  readonly templateModes: number[] = [];
  /** Text of a table that waits for the next token. */
  readonly tableText: TextPiece[] = [];
  isFramesetOk = true;
  isQuirks = false;
  doctypeName = '';
  /** The head and form element pointers; 0 = none. */
  head = 0;
  form = 0;
  #isFostering = false;
  #fuel: number;
  /** Comments behind the body and behind the root element; they come last whatever still follows. */
  readonly #trailing: Array<{ isInside: boolean; start: number; stop: number }> = [];

  constructor(page: PageSource) {
    const { length } = page.units;
    this.tokenizer = new Tokenizer(page);
    this.characters = new CharacterData(page);
    this.nodes = new NodeColumns(length);
    this.open = new OpenElements(this.nodes);
    this.formatting = new FormattingList(this.nodes, this.characters, this.tokenizer.attributes);
    this.#fuel = FUEL_BASE + FUEL_PER_CHARACTER * length;
  }

  /** Takes from the work granted; false when nothing is left, and the caller does without. */
  spend(steps: number): boolean {
    this.#fuel -= steps;
    return this.#fuel > 0;
  }

  /** From here to the end of the token, what would go directly into a table goes before it. */
  startFostering(): void {
    this.nodes.link();
    this.#isFostering = true;
  }

  stopFostering(): void {
    this.#isFostering = false;
  }

  /** Inserts an element for the current start tag and leaves it open. */
  insertElement(tag: number, namespace: number = HTML_NAMESPACE): number {
    const node = this.insertVoid(tag, namespace);
    this.open.push(node);
    return node;
  }

  /** Inserts an element for the current start tag that is closed at once. */
  insertVoid(tag: number, namespace: number = HTML_NAMESPACE): number {
    const { page, attributesFrom, attributesTo, nameStart, nameStop } = this.tokenizer;
    const node = this.#insert(tag, namespace, attributesFrom, attributesTo);
    this.nodes.signs[node] = this.tokenizer.attributes.signs;
    if (tag === OVERFLOW_TAG) this.overflowNames.set(node, normalizeName(page.slice(nameStart, nameStop)));
    return node;
  }

  /** Inserts an element that no tag in the source stands for and leaves it open. */
  insertImplied(tag: number): number {
    const node = this.#insert(tag, HTML_NAMESPACE, 0, 0);
    this.open.push(node);
    return node;
  }

  /** Inserts the element of the current start tag with all text up to its end tag; `isRaw`: without references. */
  insertRawText(tag: number, isRaw: boolean): void {
    const node = this.insertVoid(tag);
    const { tokenizer } = this;
    tokenizer.readRawText(tag, tags.TAG_NAMES[tag - tags.FIRST_ELEMENT_TAG]!);
    const { start, stop } = tokenizer;
    if (start === stop) return;
    // The element may have been fostered before a table, so its text is not always the newest place of the page.
    this.nodes.insertText(node, 0, { start, stop, isRaw });
  }

  /** Inserts the current text token. */
  insertText(): void {
    this.insertPiece(this.tokenizer);
  }

  insertPiece(piece: TextPiece): void {
    if (!this.isIgnoredNul(piece)) this.insertForeignPiece(piece);
  }

  /** Inserts text, NUL characters and all. */
  insertForeignPiece(piece: TextPiece): void {
    if (piece.start === piece.stop) return;
    if (!this.#mustFoster()) {
      this.nodes.insertText(this.open.top, 0, piece);
      return;
    }
    const { parent, sibling } = this.#fosterPlace();
    this.nodes.insertText(parent, sibling, piece);
  }

  insertComment(): void {
    const { start, stop } = this.tokenizer;
    const node = this.nodes.create(tags.COMMENT, HTML_NAMESPACE, start, stop);
    this.#attach(node);
  }

  /** Keeps the current comment for the end of the root element (`isInside`) or of the document. */
  addTrailingComment(isInside: boolean): void {
    const { start, stop } = this.tokenizer;
    this.#trailing.push({ isInside, start, stop });
  }

  flushTrailingComments(): void {
    const root = this.open.depth > 0 ? this.open.node(0) : 0;
    for (const isInside of [true, false]) {
      for (const comment of this.#trailing) {
        if (comment.isInside !== isInside) continue;
        const node = this.nodes.create(tags.COMMENT, HTML_NAMESPACE, comment.start, comment.stop);
        this.nodes.append(isInside ? root : 0, node);
      }
    }
    this.#trailing.length = 0;
  }

  /** Adds the current tag's attributes to an element that exists already. */
  addAttributes(node: number): void {
    const { attributes, attributesFrom, attributesTo } = this.tokenizer;
    if (attributesFrom === attributesTo) return;
    this.nodes.signs[node]! |= attributes.signs;
    const ranges = this.addedAttributes.get(node);
    if (ranges === undefined) this.addedAttributes.set(node, [attributesFrom, attributesTo]);
    else ranges.push(attributesFrom, attributesTo);
  }

  /** Value of an attribute of the current start tag. */
  tokenAttribute(name: string): string | undefined {
    const { source, attributes, attributesFrom, attributesTo } = this.tokenizer;
    for (let index = attributesFrom; index < attributesTo; index++) {
      if (isName(source, attributes.nameStart(index), attributes.nameStop(index), name)) {
        return this.characters.attributeValue(attributes, index);
      }
    }
    return undefined;
  }

  /** A copy of a formatting element, not attached yet. */
  clone(node: number): number {
    const { tag, start, stop, signs } = this.nodes;
    const copy = this.nodes.create(tag[node]!, HTML_NAMESPACE, start[node]!, stop[node]!);
    this.nodes.signs[copy] = signs[node]!;
    return copy;
  }

  /** Appends a node to `parent`, or before the open table when `parent` is part of one. */
  appendOrFoster(parent: number, node: number): void {
    if (!isFosteringTag(this.nodes.tag[parent]!)) {
      this.nodes.append(parent, node);
      return;
    }
    this.#attachAt(this.#fosterPlace(), node);
  }

  /** "Reconstruct the active formatting elements". */
  reconstructFormatting(): void {
    const { formatting, nodes } = this;
    let index = formatting.length - 1;
    while (index >= formatting.sectionStart && (nodes.flags[formatting.nodeAt(index)]! & OPEN) === 0) index--;
    for (index++; index < formatting.length; index++) {
      if (!this.spend(CLONE_FUEL)) {
        formatting.removeAt(index--);
        continue;
      }
      const node = this.clone(formatting.nodeAt(index));
      this.#attach(node);
      this.open.push(node);
      formatting.replaceAt(index, node);
    }
  }

  closeParagraphInButtonScope(): void {
    if (this.open.isInButtonScope(tags.P)) this.closeElement(tags.P, tags.P);
  }

  /** Generates implied end tags, except for `except`, and pops through the topmost element of `tag`. */
  closeElement(tag: number, except = -1): void {
    this.open.generateImpliedEndTags(except);
    this.open.popThrough(tag);
  }

  /** Once the current text token holds more than white space, a later `frameset` is refused. */
  noteText(): void {
    if (!this.isFramesetOk) return;
    const { source, start, stop, isRaw } = this.tokenizer;
    this.isFramesetOk = isBlank(source, start, stop, isRaw);
  }

  /** Whether the current start tag, an `input`, is one that nobody sees. */
  isHiddenInput(): boolean {
    return this.tokenAttribute('type')?.toLowerCase() === 'hidden';
  }

  /** Whether a piece holds nothing but NUL characters, which the rules for HTML drop. */
  isIgnoredNul({ start, stop, isRaw }: TextPiece): boolean {
    const { source } = this.tokenizer;
    for (let at = start; at < stop; at++) if (codeAt(source, at) !== 0) return false;
    return !isRaw;
  }

  /** Offset of the first character of the current text token that is not white space. */
  textAfterWhitespace(): number {
    const { source, start, stop, isRaw } = this.tokenizer;
    return skipWhitespace(source, start, stop, isRaw);
  }

  /** Inserts the white space that the current text token begins with; false when nothing else was in it. */
  insertLeadingWhitespace(): boolean {
    const { tokenizer } = this;
    const { start, stop, isRaw } = tokenizer;
    const at = this.textAfterWhitespace();
    this.insertPiece({ start, stop: at, isRaw });
    tokenizer.start = at;
    return at < stop;
  }

  /** Inserts the white space of the current text token and drops the rest. */
  insertWhitespaceOnly(): void {
    const { start, stop, isRaw, source } = this.tokenizer;
    for (let at = start; at < stop; at++) {
      const from = at;
      at = skipWhitespace(source, from, stop, isRaw);
      this.insertPiece({ start: from, stop: at, isRaw });
    }
  }

  #insert(tag: number, namespace: number, start: number, stop: number): number {
    const node = this.nodes.create(tag, namespace, start, stop);
    this.#attach(node);
    return node;
  }

  #attach(node: number): void {
    if (this.#mustFoster()) this.#attachAt(this.#fosterPlace(), node);
    else this.nodes.append(this.open.top, node);
  }

  #attachAt(place: Place, node: number): void {
    if (place.sibling === 0) this.nodes.append(place.parent, node);
    else this.nodes.insertBefore(place.sibling, node);
  }

  #mustFoster(): boolean {
    return this.#isFostering && isFosteringTag(this.open.topTag);
  }

  /** WHATWG HTML 13.2.6.1 "appropriate place for inserting a node", foster parenting. */
  #fosterPlace(): Place {
    const table = this.open.slotOf(tags.TABLE);
    const template = this.open.slotOf(tags.TEMPLATE);
    if (template > table) return { parent: this.open.node(template), sibling: 0 };
    if (table <= 0) return { parent: this.open.node(0), sibling: 0 };
    const sibling = this.open.node(table);
    return { parent: this.nodes.parent[sibling]!, sibling };
  }
}

function isFosteringTag(tag: number): boolean {
  return tag > 0 && ((HTML_TRAITS[tag] ?? 0) & FOSTERING) !== 0;
}
