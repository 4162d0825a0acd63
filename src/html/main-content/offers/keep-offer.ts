import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { amountsIn } from './amounts.ts';
import type { Draft } from '../draft.ts';
import { BLOCK, CONTROL, elementClass } from '../measure/element-classes.ts';
import { readNamedOffers, type NamedOffers } from './named-offers.ts';
import type { PageEvidence } from '../classify/page-evidence.ts';
import { RULE } from '../rules.ts';
import { isStockNote } from './stock-notes.ts';
import { isStreamedPart } from '../streamed-parts.ts';
import { partitionPoint } from '../../../lib/partition-point.ts';

/** A block that shows a price says little else. */
const MAX_WORDS = 12;
/** The same for a price that the page does not name to machines: "from $20", not "free shipping from $20 on". */
const MAX_UNNAMED_WORDS = 4;
/** The product's own price stands so many words after the title, its availability so many from the price. */
const NEAR = 80;
/** Price and former price stand together in a block of so many words. */
const MAX_PRICE_BOX = 24;

/** Rules that go by place or surroundings. Blocks that another rule took out are not the product's own offer. */
const MAY_HOLD_OFFER: ReadonlySet<number> = new Set([
  RULE.form,
  RULE.control,
  RULE.dialog,
  RULE.sidebar,
  RULE.aside,
  RULE.account,
  RULE.promotion,
  RULE['outside main'],
  RULE['outside the prose'],
  RULE['above the title'],
]);

/** How prices without a sign are written: "1 299 kr", "CHF 49.-". */
const CURRENCY_NAME =
  /(?:^|[\d\s.,-])(?:usd|eur|gbp|chf|cad|aud|nzd|sek|nok|dkk|kr|zł|pln|kč|czk|huf|ron|lei|лв|bgn|руб|inr|aed|sar|sgd|hkd)(?:$|[\d\s.,-])/iu;
const PRICE_PROPERTY = /(?:^|\s)(?:price|lowPrice|offers)(?:\s|$)/;

/** A short block outside what the page took from elsewhere. */
interface Block {
  readonly node: number;
  /** Words before it. */
  readonly at: number;
  readonly isKept: boolean;
}

interface Price extends Block {
  /** The page names it to machines. */
  readonly isNamed: boolean;
}

interface ShortBlocks {
  readonly blocks: readonly Block[];
  /** Words before the title. */
  readonly titleAt: number;
  /** Words before each filled node, and in all. */
  readonly wordsBefore: Float64Array;
}

/**
 * Brings back the product's own price, and its availability where the page names it to machines, when they went with
 * what stands around them: an order form, a status message, a narrow column. Buttons and quantities stay out.
 */
export function keepOffer(draft: Draft, evidence: PageEvidence): void {
  const short = findShortBlocks(draft);
  if (short.blocks.every(({ isKept }) => isKept)) return;
  const offers = readNamedOffers(draft.tree, evidence);
  const prices = findPrices(draft, short.blocks, offers);
  const price = choosePrice(prices, draft.title.node, short.titleAt);
  if (price === undefined) return;
  const lost = price.isKept ? [] : pricesBeside(draft, prices, price, short.wordsBefore);
  const note = lostStockNote(draft.tree, short.blocks, price, offers);
  const parts = [...lost, ...note].flatMap(({ node }) => partsOf(draft, node, short.wordsBefore));
  if (parts.length > 0) draft.removals.restore(parts, draft.measures);
}

function findShortBlocks({ tree, measures, removals, title }: Draft): ShortBlocks {
  const { own, filled } = measures;
  const blocks: Block[] = [];
  const wordsBefore = new Float64Array(filled.length + 1);
  let titleAt = 0;
  let removedUntil = 0;
  let foreignUntil = 0;
  for (let index = 0; index < filled.length; index++) {
    const node = filled[index]!;
    const at = wordsBefore[index]!;
    const words = own.words[node]!;
    const end = tree.end[node]!;
    wordsBefore[index + 1] = at + words;
    if (node === title.node) titleAt = at;
    const rule = removals.mask[node]!;
    if (rule !== 0) removedUntil = Math.max(removedUntil, end);
    // Within a link it is another product's.
    const isForeign = own.links[node] !== 0 || (rule !== 0 && !mayHoldOffer(tree, node, rule));
    if (isForeign) foreignUntil = Math.max(foreignUntil, end);
    if (node < foreignUntil || words > MAX_WORDS || (words === 0 && own.prices[node] === 0)) continue;
    if ((elementClass(tree.tag[node]!) & CONTROL) === 0)
      blocks.push({ node, at, isKept: node >= removedUntil });
  }
  return { blocks, titleAt, wordsBefore };
}

function findPrices({ tree, measures }: Draft, blocks: readonly Block[], offers: NamedOffers): Price[] {
  const { own } = measures;
  const prices: Price[] = [];
  for (const block of blocks) {
    const { node, isKept } = block;
    const hasSign = own.prices[node] !== 0;
    if (isKept && !hasSign) continue;
    const text = ownText(tree, node);
    if (!/\d/.test(text) || (!hasSign && !CURRENCY_NAME.test(text))) continue;
    const isNamed = amountsIn(text).some((amount) => offers.amounts.has(amount)) || isMarkedPrice(tree, node);
    if (isNamed || (hasSign && own.words[node]! <= MAX_UNNAMED_WORDS)) prices.push({ ...block, isNamed });
  }
  return prices;
}

/** The first note near the price that says of the product's availability what the page tells machines, if none is kept. */
function lostStockNote(
  tree: Tree,
  blocks: readonly Block[],
  price: Price,
  { isInStock }: NamedOffers,
): Block[] {
  if (isInStock === undefined) return [];
  const notes = blocks.filter(
    ({ node, at }) => Math.abs(at - price.at) <= NEAR && isStockNote(ownText(tree, node), isInStock),
  );
  return notes.some(({ isKept }) => isKept) ? [] : notes.slice(0, 1);
}

function mayHoldOffer(tree: Tree, node: number, rule: number): boolean {
  return MAY_HOLD_OFFER.has(rule) || (rule === RULE.hidden && isStreamedPart(tree, node));
}

/** A named price first, near the title if there is one; one that is kept first. Else any price near the title. */
function choosePrice(prices: readonly Price[], title: number, titleAt: number): Price | undefined {
  const named = prices.filter(({ isNamed }) => isNamed);
  const near = (named.length > 0 ? named : prices).filter(
    ({ node, at }) => title >= 0 && node > title && at - titleAt <= NEAR,
  );
  const isKept = (candidate: Price): boolean => candidate.isKept;
  return near.find(isKept) ?? near[0] ?? named.find(isKept) ?? named[0];
}

/** The price with what else is a price in the smallest blocks around it. */
function pricesBeside(
  draft: Draft,
  prices: readonly Price[],
  price: Price,
  wordsBefore: Float64Array,
): Price[] {
  const { parent, end } = draft.tree;
  let box = price.node;
  while (parent[box]! > 0 && wordsIn(draft, parent[box]!, wordsBefore) <= MAX_PRICE_BOX) box = parent[box]!;
  return prices.filter(({ node, isKept }) => !isKept && node >= box && node < end[box]!);
}

/** The block when it holds nothing else; else its own text. */
function partsOf(draft: Draft, node: number, wordsBefore: Float64Array): number[] {
  const { tree, measures } = draft;
  return wordsIn(draft, node, wordsBefore) <= measures.own.words[node]! ? [node] : ownTextNodes(tree, node);
}

/** Words in the subtree of a filled node, removed or not. */
function wordsIn({ tree, measures }: Draft, node: number, wordsBefore: Float64Array): number {
  const { filled } = measures;
  return wordsBefore[firstFrom(filled, tree.end[node]!)]! - wordsBefore[firstFrom(filled, node)]!;
}

/** Index of the first number from `least` on, in ascending `numbers`. */
function firstFrom(numbers: Int32Array, least: number): number {
  return partitionPoint(numbers.length, (index) => numbers[index]! < least);
}

/** Whether microdata calls the block, its parent or something inline within it a price. */
function isMarkedPrice(tree: Tree, block: number): boolean {
  const isMarked = (node: number): boolean => PRICE_PROPERTY.test(tree.attribute(node, 'itemprop') ?? '');
  if (isMarked(block) || isMarked(tree.parent[block]!)) return true;
  for (let node = block + 1; node < tree.end[block]!;) {
    if (isMarked(node)) return true;
    node = (elementClass(tree.tag[node]!) & BLOCK) === 0 ? node + 1 : tree.end[node]!;
  }
  return false;
}

function ownText(tree: Tree, block: number): string {
  return ownTextNodes(tree, block)
    .map((node) => tree.text(node))
    .join('');
}

/** Text nodes that belong to a block itself. */
function ownTextNodes(tree: Tree, block: number): number[] {
  const texts: number[] = [];
  for (let node = block + 1; node < tree.end[block]!;) {
    const tag = tree.tag[node]!;
    if (tag === T.TEXT) texts.push(node);
    node = (elementClass(tag) & BLOCK) === 0 ? node + 1 : tree.end[node]!;
  }
  return texts;
}
