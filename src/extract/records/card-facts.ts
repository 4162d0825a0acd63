import { isUnseen } from '../../html/main-content/measure/is-unseen.ts';
import * as T from '../../html/tags.ts';
import { FactList, LONGEST_VALUE, type Fact } from '../facts/fact.ts';
import { readByline } from '../facts/byline.ts';
import { isBareAmount, isOldPrice, priceIn } from '../facts/price-text.ts';
import { cutText, shortText } from '../facts/short-text.ts';
import { resolveHttpUrl } from '../../lib/addresses/url.ts';
import type { ShownPage } from '../facts/shown-walk.ts';

const LONGEST_TITLE = 300;
const LONGEST_LEAF = 200;
/** A card is looked through so far. */
const MOST_NODES = 400;
const LABEL_LINE = /^([\p{L}][^:：]{1,40})[:：]\s*(\S.*)$/u;

/** Reads one card: its title with the address behind it, picture, price, date, text, and what its classes name. */
export function cardFacts(page: ShownPage, card: number): readonly Fact[] {
  return new CardReader(page, card).read();
}

class CardReader {
  readonly #page: ShownPage;
  readonly #card: number;
  readonly #list = new FactList();
  #heading = -1;
  #link = -1;
  #linkLength = 0;
  /** The link is in the heading, or around the whole card. */
  #hasSureLink = false;
  #description = '';

  constructor(page: ShownPage, card: number) {
    this.#page = page;
    this.#card = card;
  }

  read(): readonly Fact[] {
    const { tree } = this.#page;
    const stop = Math.min(tree.end[this.#card]!, this.#card + MOST_NODES);
    this.#see(this.#card);
    for (let node = this.#card + 1; node < stop;) {
      if (tree.tag[node]! >= T.FIRST_ELEMENT_TAG && isUnseen(tree, node)) node = tree.end[node]!;
      else this.#see(node++);
    }
    this.#finish();
    return this.#list.facts;
  }

  #see(node: number): void {
    const { tree } = this.#page;
    const tag = tree.tag[node]!;
    if (tag < T.FIRST_ELEMENT_TAG) return;
    if (tag >= T.H1 && tag <= T.H6 && this.#heading === -1) this.#heading = node;
    else if (tag === T.A && tree.attribute(node, 'href') !== undefined) this.#seeLink(node);
    else if (tag === T.IMG) this.#seePicture(node);
    else if (tag === T.TIME)
      this.#list.add('date', tree.attribute(node, 'datetime') ?? shortText(tree, node, 60), 'time', node);
    this.#seeLeaf(node, tag);
  }

  /** The link in the heading is the card's; else the first one that has words. */
  #seeLink(node: number): void {
    const { tree } = this.#page;
    const isInHeading = this.#heading !== -1 && node < tree.end[this.#heading]!;
    const isAround = this.#heading === -1 && node === this.#card;
    if ((isInHeading || isAround) && !this.#hasSureLink) {
      this.#link = node;
      this.#hasSureLink = true;
    } else this.#offerLink(node);
  }

  /** Outside of a heading the link with most words counts: others are labels of buttons. */
  #offerLink(node: number): void {
    if (this.#hasSureLink) return;
    const { length } = shortText(this.#page.tree, node, LONGEST_TITLE) ?? '';
    if (length <= this.#linkLength) return;
    this.#link = node;
    this.#linkLength = length;
  }

  #seePicture(node: number): void {
    const { tree, base } = this.#page;
    const src = ['data-src', 'data-lazy-src', 'data-original', 'src']
      .map((name) => tree.attribute(node, name)?.trim())
      .find((address) => address !== undefined && address !== '' && !address.startsWith('data:'));
    this.#list.add('image', src && resolveHttpUrl(src, base), 'pair', node);
  }

  /** A short text under a class that names it, a label with its value, a price. */
  #seeLeaf(node: number, tag: number): void {
    const { tree } = this.#page;
    const text = shortText(tree, node, LONGEST_LEAF);
    if (text === undefined) {
      if (tag === T.P) this.#offerDescription(node);
      return;
    }
    if (text === '') return;
    if (tag === T.P) this.#offerDescription(node);
    const names = tree.attribute(node, 'class') ?? '';
    if (node !== this.#card) this.#seePrice(node, { text, names });
    const pair = LABEL_LINE.exec(text);
    if (pair?.[1] !== undefined) this.#list.add(pair[1], pair[2], 'pair', node);
    const byline = /author|byline/i.test(names) ? readByline(text) : undefined;
    this.#list.add('author', byline, 'pair', node);
    if (node === this.#card) return;
    for (const name of names.split(/\s+/).slice(0, 4)) this.#list.add(lastWords(name), text, 'pair', node);
  }

  #seePrice(node: number, { text, names }: { text: string; names: string }): void {
    const price = priceIn(text);
    if (price === undefined || isOldPrice(this.#page.tree, node)) return;
    // Money in a sentence is no price.
    if (!isBareAmount(text) && !/price/i.test(names)) return;
    this.#list.add('price', price.text, 'price', node);
    this.#list.add('currency', price.currency, 'price', node);
  }

  #offerDescription(node: number): void {
    const text = cutText(this.#page.tree, node, LONGEST_VALUE);
    if (text.length > this.#description.length) this.#description = text;
  }

  #finish(): void {
    const { tree, base } = this.#page;
    const titled = this.#heading === -1 ? this.#link : this.#heading;
    if (titled !== -1) this.#list.add('name', cutText(tree, titled, LONGEST_TITLE), 'heading', titled);
    const href = this.#link === -1 ? undefined : tree.attribute(this.#link, 'href')?.trim();
    this.#list.add('url', href === undefined ? undefined : resolveHttpUrl(href, base), 'heading', this.#link);
    this.#list.add('description', this.#description, 'section', this.#card);
  }
}

/** `product-card__rating` names a rating: the word after the block's own name. */
function lastWords(className: string): string {
  return className
    .replace(/^.*__/, '')
    .replace(/--.*$/, '')
    .replace(/^(?:product|card|item|post|book|entry|result|article|listing|tile)[-_]+/, '');
}
