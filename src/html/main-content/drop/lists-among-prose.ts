import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';
import { elementClass, HEADING } from '../measure/element-classes.ts';
import { leadsToSite } from './find-rivers.ts';
import { announcesSideSection, LONGEST_ANNOUNCEMENT } from './side-section-headings.ts';

const LISTS: ReadonlySet<number> = new Set([T.UL, T.OL, T.DL, T.TABLE, T.DIV]);
/** A paragraph with more of its words in links leads elsewhere itself. */
const FEW_LINKS = 0.5;

/** So many links stand right after a label that ends in a colon where a list is one of properties. */
const LEAST_PROPERTIES = 2;
const LABEL_END = /\p{L}\s*[:：]\s*$/u;

interface Siblings {
  /** First and last paragraph of prose. */
  readonly first: number;
  readonly last: number;
  /** Last paragraph or heading. */
  readonly end: number;
  /** The paragraph or heading right above each list. */
  readonly lead: ReadonlyMap<number, number>;
}

/**
 * Lists that a text runs around: paragraphs of prose stand above and below, or a paragraph or heading announces what
 * they list. Their items belong to the text.
 */
export class ListsAmongProse {
  readonly #draft: Draft;
  readonly #host: string;
  /** The surroundings of lists, by the parent that was asked about. */
  readonly #siblings = new Map<number, Siblings>();

  /** `host`: that of the page, '' when it is not known. */
  constructor(draft: Draft, host: string) {
    this.#draft = draft;
    this.#host = host.replace(/^www\./, '');
  }

  /** Whether a block names properties, each with its values as links: `Genre: Action, Strategy`. */
  namesProperties(block: number): boolean {
    const { tree } = this.#draft;
    let labels = 0;
    let linkUntil = 0;
    let label = '';
    for (let node = block + 1; node < tree.end[block]!; node++) {
      if (tree.tag[node] === T.A) {
        if (node >= linkUntil && LABEL_END.test(label)) labels++;
        label = '';
        linkUntil = tree.end[node]!;
      } else if (tree.tag[node] === T.TEXT && node >= linkUntil && !tree.isBlank(node)) {
        label = tree.text(node);
      }
    }
    return labels >= LEAST_PROPERTIES;
  }

  /** `mayHaveHeading`: a block with a heading of its own counts as well. */
  has(node: number, mayHaveHeading: boolean): boolean {
    const { tag, parent } = this.#draft.tree;
    if (mayHaveHeading && this.#hasHeading(node) && this.#leadsAway(node)) return true;
    if (!LISTS.has(tag[node]!)) return false;
    const { first, last, end, lead } = this.#siblingsIn(parent[node]!);
    if (tag[node] !== T.DL && tag[node] !== T.DIV && first < node && node < last) return true;
    const above = lead.get(node);
    if (above === undefined || !this.#leadsAway(node)) return false;
    const isHeading = (elementClass(tag[above]!) & HEADING) !== 0;
    const mustAnnounce = !isHeading && (tag[node] === T.DIV || end < node) && !this.#recommends(node, above);
    return this.#announces(above, mustAnnounce);
  }

  /** Whether a sentence stands right above a list whose links lead to other sites: what the text recommends. */
  #recommends(list: number, lead: number): boolean {
    const { tree, measures } = this.#draft;
    if (this.#host === '' || tree.tag[list] === T.DIV || measures.proseWords[lead] === 0) return false;
    for (let node = list + 1; node < tree.end[list]!; node++) {
      if (tree.tag[node] === T.A && leadsToSite(tree.attribute(node, 'href'), this.#host)) return false;
    }
    return true;
  }

  /** Whether a block has headings that lead nowhere themselves: teasers have others. */
  #hasHeading(block: number): boolean {
    const { tree, measures } = this.#draft;
    let hasOne = false;
    for (let node = block + 1; node < tree.end[block]!; node++) {
      if ((elementClass(tree.tag[node]!) & HEADING) === 0 || measures.words[node] === 0) continue;
      if (measures.linkWords[node] !== 0) return false;
      hasOne = true;
    }
    return hasOne;
  }

  #siblingsIn(parent: number): Siblings {
    const known = this.#siblings.get(parent);
    if (known !== undefined) return known;
    const { tree, measures, removals } = this.#draft;
    let first = tree.length;
    let last = 0;
    let end = 0;
    let above = -1;
    const lead = new Map<number, number>();
    for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
      const tag = tree.tag[child]!;
      if (tag === T.TEXT || removals.mask[child] !== 0 || measures.words[child] === 0) continue;
      if (tag === T.P && measures.proseWords[child] !== 0) {
        first = Math.min(first, child);
        last = child;
      }
      if (above >= 0 && LISTS.has(tag)) lead.set(child, above);
      above = this.#isLead(child) ? child : -1;
      if (above >= 0) end = child;
    }
    const siblings = { first, last, end, lead };
    this.#siblings.set(parent, siblings);
    return siblings;
  }

  #isLead(node: number): boolean {
    const { tree, measures } = this.#draft;
    if ((elementClass(tree.tag[node]!) & HEADING) !== 0) return true;
    return tree.tag[node] === T.P && measures.linkWords[node]! <= FEW_LINKS * measures.words[node]!;
  }

  /**
   * Whether the words above a list do not say that it leads to other pages only; `inColon`: they must say that a list
   * comes.
   */
  #announces(lead: number, inColon: boolean): boolean {
    const { tree, measures } = this.#draft;
    let text = '';
    for (let node = lead + 1; node < tree.end[lead]!; node++) {
      if (tree.tag[node] === T.TEXT) text += tree.text(node);
    }
    if (inColon && !/[:：]\s*$/.test(text)) return false;
    if (measures.words[lead]! > LONGEST_ANNOUNCEMENT) return true;
    return !announcesSideSection(text.replace(/[:.…\s]+$/u, ''));
  }

  /** Whether a link of the list leads to another place than a part of the page itself: else it is the page's contents. */
  #leadsAway(list: number): boolean {
    const { tree } = this.#draft;
    for (let node = list + 1; node < tree.end[list]!; node++) {
      if (tree.tag[node] === T.A && tree.attribute(node, 'href')?.startsWith('#') === false) return true;
    }
    return false;
  }
}
