import * as T from '../../tags.ts';
import { bitsOfRule, MESSAGE, type Verdict } from '../classify/verdicts.ts';
import type { PageType } from '../classify/page-type.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { isUnshown } from '../measure/is-hidden.ts';
import type { RuleName } from '../rules.ts';
import { partitionPoint } from '../../../lib/partition-point.ts';
import { TextRegions } from './text-regions.ts';

/** Rules whose names page builders give to any block. */
const LOOSE_RULES: ReadonlySet<RuleName> = new Set(['promotion', 'dialog', 'navigation']);
/** Rules that need a name which says nothing else, on pages that are laid out in overlays and columns. */
const LOOSE_ON_SERVICES: ReadonlySet<RuleName> = new Set(['sidebar', 'dialog']);
/** Words of prose under a heading that make a section of a block, against a name that says one thing or several. */
const PROSE_AGAINST_FIRM = 40;
const PROSE_AGAINST_OTHERS = 20;
const PROSE_DENSITY = 0.5;
const FEW_LINKS = 0.15;
/** Rules that need a name which says nothing else, where the block is sentences and nothing else. */
const OF_NO_SENTENCES: ReadonlySet<RuleName> = new Set([
  'account',
  'advertisement',
  'hidden',
  'poster',
  'promotion',
  'related',
  'share',
]);
/** Rules whose names the shapes of an offer bear as well: `bundle-with-subscription`. */
const OF_NO_OFFERS: ReadonlySet<RuleName> = new Set(['account', 'subscribe']);
/** Words of a block that is sentences and nothing else, and their share of it. */
const LEAST_SENTENCE = 10;
const SENTENCE_DENSITY = 0.85;
const SENTENCE_LINKS = 0.2;
/** The same for choices: answers that are filtered have their questions above them. */
const MOSTLY_SENTENCES = 0.6;
/** The share of the page's words that may stand below its footer. */
const BELOW_FOOTER = 0.1;
/** Pictures of goods, or their prices. */
const GOODS = 3;
/** Words of a line about a post, and of sentences that sum it up. */
const LONGEST_LINE = 40;
const LEAST_SUMMARY = 16;
/** Words of sentences on a sheet. */
const LEAST_SHEET = 15;
/** Words of a link that tells something: those of menus have fewer. */
const CARD_WORDS = 12;

/** A block that would go by its names. */
export interface NamedBlock {
  readonly node: number;
  readonly verdict: Verdict;
  /** Bits of the names that led to the verdict; 0 when none did. */
  readonly names: number;
  /** Bits of names that say nothing else. */
  readonly firm: number;
}

/** Weighs the text of a block against its name: sentences under a heading of their own are no frame. */
export class NamedText {
  readonly #draft: Draft;
  readonly #pageType: PageType | undefined;
  /** All headings that have words, in document order. */
  #headings: readonly number[] | undefined;
  /** Words that stand before each place of the filled nodes. */
  #wordsBefore: Float32Array | undefined;
  #regions: TextRegions | undefined;

  /** `pageType`: undefined as long as it is not known. */
  constructor(draft: Draft, pageType: PageType | undefined) {
    this.#draft = draft;
    this.#pageType = pageType;
  }

  /** Whether the text of a block speaks against the names that it would go by. */
  contradicts({ node, verdict: { rule, isLine }, firm }: NamedBlock): boolean {
    if (isLine === true) return this.#isItem(node) || this.#isMoreThanLine(node);
    if (rule === 'byline' && this.#isItem(node)) return true;
    if (rule === 'dialog' && this.#isPartOfText(node)) return true;
    const isFirm = (firm & bitsOfRule(rule)) !== 0;
    if (this.#isContentOfType(node, rule, isFirm)) return true;
    if (rule === 'page footer' && this.#isNoFooter(node, isFirm)) return true;
    if (!isFirm && this.#isAgainstLooseName(node, rule)) return true;
    return (LOOSE_RULES.has(rule) || (!isFirm && rule === 'sidebar')) && this.#isSection(node, isFirm);
  }

  /** Whether a dialog is a sheet of the text, a description or sizes that a button opens: it asks for nothing. */
  isSheet(node: number, verdict: Verdict): boolean {
    const { tree, measures } = this.#draft;
    return (
      verdict.rule === 'dialog' &&
      verdict !== MESSAGE &&
      measures.proseWords[node]! >= LEAST_SHEET &&
      measures.linkWords[node]! <= FEW_LINKS * measures.words[node]! &&
      !isUnshown(tree, node) &&
      (this.#regions ??= new TextRegions(tree)).tellsText(node)
    );
  }

  /** Whether a block is sentences under a heading of its own, more of them against a name that says nothing else. */
  #isSection(node: number, isFirm: boolean): boolean {
    const { words, proseWords, linkWords } = this.#draft.measures;
    const least = isFirm ? PROSE_AGAINST_FIRM : PROSE_AGAINST_OTHERS;
    return (
      proseWords[node]! >= Math.max(least, PROSE_DENSITY * words[node]!) &&
      linkWords[node]! <= FEW_LINKS * words[node]! &&
      this.#hasHeading(node)
    );
  }

  /** Whether a block is sentences, where its name says more than the rule looks for. */
  #isAgainstLooseName(node: number, rule: RuleName): boolean {
    if (rule === 'navigation') return this.#isSentences(node, MOSTLY_SENTENCES) || this.#tellsInLinks(node);
    return OF_NO_SENTENCES.has(rule) && this.#isSentences(node);
  }

  /** Whether a page of this type shows such blocks, whatever their names have in common with those of frame. */
  #isContentOfType(node: number, rule: RuleName, isFirm: boolean): boolean {
    switch (this.#pageType) {
      case 'service':
        return !isFirm && LOOSE_ON_SERVICES.has(rule);
      case 'collection':
        return this.#showsGoods(node, rule, isFirm);
      case 'product':
        return this.#isPartOfOffer(node, rule, isFirm);
      default:
        return false;
    }
  }

  /**
   * A few words of reviews, and no sentence, are the product's rating; a price stands where something is offered; a
   * banner with a heading that leads nowhere shows the product.
   */
  #isPartOfOffer(node: number, rule: RuleName, isFirm: boolean): boolean {
    const { words, proseWords, linkWords, prices } = this.#draft.measures;
    if (rule === 'reviews')
      return words[node]! <= LONGEST_LINE && proseWords[node] === 0 && !this.#hasHeading(node);
    if (rule === 'promotion')
      return !isFirm && this.#hasHeading(node) && linkWords[node]! <= FEW_LINKS * words[node]!;
    return !isFirm && OF_NO_OFFERS.has(rule) && prices[node]! > 0;
  }

  /** Whether a block is the footer of a card, a quote or a table: much of the page stands below it. */
  #isNoFooter(node: number, isFirm: boolean): boolean {
    const { words, linkWords } = this.#draft.measures;
    const isText = this.#isSentences(node) || (!isFirm && linkWords[node]! <= FEW_LINKS * words[node]!);
    return isText && !this.#isAtEnd(node);
  }

  /** Whether hardly a word stands below a block. */
  #isAtEnd(node: number): boolean {
    const { tree, measures } = this.#draft;
    const { filled, words } = measures;
    this.#wordsBefore ??= countWordsBefore(this.#draft);
    const end = partitionPoint(filled.length, (at) => filled[at]! < tree.end[node]!);
    return words[0]! - this.#wordsBefore[end]! <= BELOW_FOOTER * words[0]!;
  }

  /** Whether a block is sentences and nothing else: a name in which the word is one among others is not believed then. */
  #isSentences(node: number, density = SENTENCE_DENSITY): boolean {
    const { words, proseWords, linkWords } = this.#draft.measures;
    return (
      proseWords[node]! >= Math.max(LEAST_SENTENCE, density * words[node]!) &&
      linkWords[node]! <= SENTENCE_LINKS * words[node]!
    );
  }

  /** Filters and arrows lend their names to the goods beside them: a block with pictures is those. */
  #showsGoods(node: number, rule: RuleName, isFirm: boolean): boolean {
    const { media, prices } = this.#draft.measures;
    return rule === 'navigation' && media[node]! >= GOODS && (!isFirm || prices[node]! >= GOODS);
  }

  /** Whether what is called a drawer or a pop-up is a part of the text: it has a heading and asks for nothing. */
  #isPartOfText(node: number): boolean {
    return this.#hasHeading(node) && (this.#regions ??= new TextRegions(this.#draft.tree)).showsText(node);
  }

  /** Whether the links of a block, or the one around it, say a sentence each: it holds cards and is no menu. */
  #tellsInLinks(node: number): boolean {
    const { linkWords, links } = this.#draft.measures;
    return linkWords[node]! >= CARD_WORDS * Math.max(1, links[node]!);
  }

  /** Whether a block is more than a line about a post: it is long, has a heading, or is a summary in sentences. */
  #isMoreThanLine(node: number): boolean {
    const words = this.#draft.measures.words[node]!;
    return (
      words > LONGEST_LINE || this.#hasHeading(node) || (words >= LEAST_SUMMARY && this.#isSentences(node))
    );
  }

  /** Whether a block is all that an item of a list says. */
  #isItem(node: number): boolean {
    const { tree, measures } = this.#draft;
    const parent = tree.parent[node]!;
    return tree.tag[parent] === T.LI && measures.words[parent] === measures.words[node];
  }

  #hasHeading(node: number): boolean {
    const headings = (this.#headings ??= findHeadings(this.#draft));
    const first = partitionPoint(headings.length, (at) => headings[at]! < node);
    return first < headings.length && headings[first]! < this.#draft.tree.end[node]!;
  }
}

function findHeadings({ tree, measures }: Draft): number[] {
  const headings: number[] = [];
  for (const node of measures.filled) {
    if ((elementClass(tree.tag[node]!) & HEADING) !== 0) headings.push(node);
  }
  return headings;
}

function countWordsBefore({ measures: { filled, own, words } }: Draft): Float32Array {
  const before = new Float32Array(filled.length + 1);
  for (let at = 0; at < filled.length; at++) {
    const node = filled[at]!;
    before[at + 1] = before[at]! + (words[node] === 0 ? 0 : own.words[node]!);
  }
  return before;
}
