import { cleanValue } from '../../html/metadata/text.ts';
import * as T from '../../html/tags.ts';
import { LONGEST_VALUE, type FactList } from './fact.ts';
import type { PageTitle } from './find-title.ts';
import { readByline } from './byline.ts';
import { isBareAmount, isOldPrice, priceIn, priceNameOf } from './price-text.ts';
import { cutText, shortText } from './short-text.ts';
import { shownElements, type ShownElement, type ShownPage } from './shown-walk.ts';

const LONGEST_LABEL = 60;
const LONGEST_PAIR = 400;
const LONGEST_PRICE = 60;
const LONGEST_HEADING = 300;
/** Lists under headings are taken so far. */
const MOST_ITEMS = 200;
/** Lines that may be a label with its value. */
const LINES: ReadonlySet<number> = new Set([T.P, T.LI, T.DIV, T.SPAN, T.DD]);
const HEADINGS: ReadonlySet<number> = new Set([T.H1, T.H2, T.H3, T.H4, T.H5, T.H6]);
/** A line about the page stands so many nodes from its title at most. */
const NEAR_TITLE = 150;
/** So far behind the title the first amount is that of the thing. */
const NEAR_PRICE = 800;
const LABEL_LINE = /^([\p{L}][^:：]{1,58})[:：]\s*(\S.*)$/u;
const AUTHOR_CLASS = /(?:^|[\s_-])(?:author|byline|writer|creator)(?:[\s_-]|$)/i;

/** Adds what readers see: the title, labels with values, prices, bylines, times, lists under headings. */
export function addShownFacts(list: FactList, page: ShownPage, title: PageTitle): void {
  const reader = new ShownFacts(list, page, title.node);
  if (title.node > 0) {
    const text = cutText(page.tree, title.node, LONGEST_HEADING);
    list.add('heading', text, title.isSure ? 'title' : 'heading', title.node);
  }
  for (const element of shownElements(page)) reader.see(element);
}

class ShownFacts {
  readonly #list: FactList;
  readonly #page: ShownPage;
  readonly #title: number;
  /** The heading that what follows stands under. */
  #heading = '';
  /** The innermost line that was read as a label with its value: nothing in it is one again. */
  #pairUntil = 0;

  constructor(list: FactList, page: ShownPage, title: number) {
    this.#title = title;
    this.#list = list;
    this.#page = page;
  }

  see({ node, tag, isContent }: ShownElement): void {
    this.#seeByline(node, tag, isContent);
    if (!isContent) return;
    if (HEADINGS.has(tag)) this.#heading = shortText(this.#page.tree, node, LONGEST_LABEL) ?? '';
    else if (tag === T.TR) this.#seeRow(node);
    else if (tag === T.DT) this.#seeTerm(node);
    else if (tag === T.UL || tag === T.OL) this.#seeList(node);
    else if (tag === T.A) this.#seeLink(node);
    else {
      this.#seePrice(node);
      if (LINES.has(tag)) this.#seeLine(node, tag);
    }
  }

  /** A row of two cells is a label and its value. */
  #seeRow(node: number): void {
    const cells = childrenOf(this.#page, node).filter(
      (child) => this.#tagOf(child) === T.TD || this.#tagOf(child) === T.TH,
    );
    const [label, value] = cells;
    if (cells.length !== 2 || label === undefined || value === undefined) return;
    if (this.#tagOf(value) === T.TH) return;
    this.#addPair(shortText(this.#page.tree, label, LONGEST_LABEL), value);
  }

  #seeTerm(node: number): void {
    const { tree } = this.#page;
    let next = tree.end[node]!;
    while (next < tree.length && tree.tag[next] === T.TEXT) next++;
    if (tree.tag[next] === T.DD) this.#addPair(shortText(tree, node, LONGEST_LABEL), next);
  }

  #addPair(label: string | undefined, value: number): void {
    const text = shortText(this.#page.tree, value, LONGEST_PAIR);
    if (label) this.#list.add(label, text, 'pair', value);
    this.#pairUntil = Math.max(this.#pairUntil, this.#page.tree.end[value]!);
  }

  #seeLine(node: number, tag: number): void {
    if (node < this.#pairUntil) return;
    const text = shortText(this.#page.tree, node, LONGEST_PAIR);
    if (!text) return;
    const pair = LABEL_LINE.exec(text);
    if (pair?.[1] !== undefined && pair[2] !== undefined) {
      this.#list.add(pair[1], pair[2], 'pair', node);
      this.#pairUntil = this.#page.tree.end[node]!;
    } else if (tag === T.P && this.#heading !== '') {
      this.#list.add(this.#heading, text, 'section', node);
    }
  }

  #seeList(node: number): void {
    if (this.#heading === '' || node < this.#pairUntil) return;
    const items = childrenOf(this.#page, node)
      .filter((child) => this.#tagOf(child) === T.LI)
      .slice(0, MOST_ITEMS)
      .map((item) => cutText(this.#page.tree, item, LONGEST_VALUE))
      .filter((text) => text !== '');
    if (items.length > 0) this.#list.add(this.#heading, items, 'section', node);
  }

  #seeLink(node: number): void {
    const href = this.#page.tree.attribute(node, 'href')?.trim() ?? '';
    const scheme = /^(mailto|tel):([^?]+)/i.exec(href);
    if (scheme?.[2] === undefined) return;
    const name = scheme[1]!.toLowerCase() === 'tel' ? 'telephone' : 'email';
    this.#list.add(name, cleanValue(decode(scheme[2])), 'address', node);
  }

  #seePrice(node: number): void {
    const { tree } = this.#page;
    const name = tree.hasAttributes(node) ? priceNameOf(tree, node) : undefined;
    const isNear = node > this.#title && node < this.#title + NEAR_PRICE;
    if (name === undefined && !isNear) return;
    const text = shortText(tree, node, LONGEST_PRICE) ?? '';
    if (name === undefined && !isBareAmount(text)) return;
    const price = priceIn(text);
    if (price === undefined || isOldPrice(tree, node)) return;
    const source = name === 'price' ? 'price' : 'amount';
    this.#list.add('price', price.text, source, node);
    this.#list.add('currency', price.currency, source, node);
  }

  /** The writer of the page and its date often stand outside of what is kept. */
  #seeByline(node: number, tag: number, isContent: boolean): void {
    const { tree } = this.#page;
    if (tag === T.TIME) {
      // Other stories have their times as well.
      if (!isContent && Math.abs(node - this.#title) > NEAR_TITLE) return;
      const written = tree.attribute(node, 'datetime') ?? shortText(tree, node, LONGEST_LABEL);
      this.#list.add('date', written, 'time', node);
      return;
    }
    if (!tree.hasAttributes(node)) return;
    const isAuthor =
      /(?:^|\s)author(?:\s|$)/i.test(tree.attribute(node, 'rel') ?? '') ||
      AUTHOR_CLASS.test(tree.attribute(node, 'class') ?? '');
    const name = isAuthor ? readByline(shortText(tree, node, LONGEST_LABEL + 20) ?? '') : undefined;
    this.#list.add('byline', name, 'byline', node);
  }

  #tagOf(node: number): number {
    return this.#page.tree.tag[node]!;
  }
}

function childrenOf({ tree }: ShownPage, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) children.push(child);
  return children;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
