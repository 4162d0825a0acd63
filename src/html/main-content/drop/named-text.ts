import { bitsOfRule, type Verdict } from '../classify/verdicts.ts';
import type { PageType } from '../classify/page-type.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import type { RuleName } from '../rules.ts';
import { partitionPoint } from '../../../lib/partition-point.ts';

/** Rules whose names page builders give to any block. */
const LOOSE_RULES: ReadonlySet<RuleName> = new Set(['promotion', 'dialog', 'navigation']);
/** Rules that need a name which says nothing else, on pages that are laid out in overlays and columns. */
const LOOSE_ON_SERVICES: ReadonlySet<RuleName> = new Set(['sidebar', 'dialog']);
/** Words of prose under a heading that make a section of a block, against a name that says one thing or several. */
const PROSE_AGAINST_FIRM = 40;
const PROSE_AGAINST_OTHERS = 20;
const PROSE_DENSITY = 0.5;
const FEW_LINKS = 0.15;
/** Pictures of goods. */
const GOODS = 3;
/** Words of a line about a post. */
const LONGEST_LINE = 40;

/** Weighs the text of a block against its name: sentences under a heading of their own are no frame. */
export class NamedText {
  readonly #draft: Draft;
  readonly #pageType: PageType | undefined;
  /** All headings that have words, in document order. */
  #headings: Int32Array | undefined;

  /** `pageType`: undefined as long as it is not known. */
  constructor(draft: Draft, pageType: PageType | undefined) {
    this.#draft = draft;
    this.#pageType = pageType;
  }

  /** `firm`: bits of names that say nothing else. */
  contradicts(node: number, { rule, isLine }: Verdict, firm: number): boolean {
    const { words, proseWords, linkWords } = this.#draft.measures;
    if (isLine === true) return words[node]! > LONGEST_LINE || this.#hasHeading(node);
    const isFirm = (firm & bitsOfRule(rule)) !== 0;
    if (this.#pageType === 'service' && !isFirm && LOOSE_ON_SERVICES.has(rule)) return true;
    if (this.#pageType === 'collection' && !isFirm && this.#showsGoods(node, rule)) return true;
    if (!LOOSE_RULES.has(rule) && (isFirm || rule !== 'sidebar')) return false;
    const least = isFirm ? PROSE_AGAINST_FIRM : PROSE_AGAINST_OTHERS;
    return (
      proseWords[node]! >= Math.max(least, PROSE_DENSITY * words[node]!) &&
      linkWords[node]! <= FEW_LINKS * words[node]! &&
      this.#hasHeading(node)
    );
  }

  /** Filters and arrows lend their names to the goods beside them: a block with pictures is those. */
  #showsGoods(node: number, rule: RuleName): boolean {
    return rule === 'navigation' && this.#draft.measures.media[node]! >= GOODS;
  }

  #hasHeading(node: number): boolean {
    const { tree, measures } = this.#draft;
    this.#headings ??= measures.filled.filter((at) => (elementClass(tree.tag[at]!) & HEADING) !== 0);
    const headings = this.#headings;
    const first = partitionPoint(headings.length, (at) => headings[at]! < node);
    return first < headings.length && headings[first]! < tree.end[node]!;
  }
}
