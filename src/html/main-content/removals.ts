import * as T from '../tags.ts';
import type { RemovalMask, Tree } from '../tree.ts';
import type { PageMeasures } from './measure/page-measures.ts';
import { RULE, ruleName, type RuleName } from './rules.ts';

/** One removed block, for people: which rule took it out and on what numbers. */
export interface RemovalTrace {
  readonly node: number;
  readonly tag: string;
  /** `#id.class.class` as the page wrote it, '' when it has neither. */
  readonly label: string;
  readonly rule: string;
  /** The numbers that the rule looked at. */
  readonly why: string;
  /** Characters of text that went with it. */
  readonly characters: number;
}

interface Removal {
  readonly node: number;
  readonly rule: RuleName;
  readonly wordShare: number;
  readonly proseShare: number;
  readonly linkShare: number;
}

/** The removal mask under construction, with the numbers that each removal was decided on. */
export class Removals {
  readonly mask: RemovalMask;
  readonly #tree: Tree;
  readonly #made: Removal[] = [];
  #isChanged = false;

  /** `mask` holds what is invisible; it is written on. */
  constructor(tree: Tree, mask: RemovalMask) {
    this.#tree = tree;
    this.mask = mask;
  }

  /** Takes `node` out. `measures` are those of the moment: the trace reports what the rule saw. */
  remove(node: number, rule: RuleName, measures: PageMeasures): void {
    this.mask[node] = RULE[rule];
    this.#isChanged = true;
    this.#made.push({
      node,
      rule,
      wordShare: measures.words[node]! / Math.max(1, measures.words[0]!),
      proseShare: measures.proseWords[node]! / Math.max(1, measures.proseWords[0]!),
      linkShare: measures.linkWords[node]! / Math.max(1, measures.words[node]!),
    });
  }

  /** Whether the mask changed since the last call. */
  takeChanged(): boolean {
    const isChanged = this.#isChanged;
    this.#isChanged = false;
    return isChanged;
  }

  /** The rule that took `node` out, with itself or with an ancestor; undefined when it stays. */
  ruleAbove(node: number): RuleName | undefined {
    for (let at = node; at > 0; at = this.#tree.parent[at]!) {
      if (this.mask[at] !== 0) return ruleName(this.mask[at]!);
    }
    return undefined;
  }

  /**
   * Brings nodes and all in them back, but for what is invisible. Nodes that were removed together with them stay out:
   * the mark moves from the removed ancestor to the children beside the path. Linear however the nodes lie.
   */
  restore(nodes: Iterable<number>, measures: PageMeasures): void {
    this.#isChanged = true;
    const isOpen = new Uint8Array(this.#tree.length);
    isOpen[0] = 1;
    let restoredUntil = 0;
    for (const node of Array.from(nodes).toSorted((a, b) => a - b)) {
      if (node < restoredUntil) continue;
      restoredUntil = this.#tree.end[node]!;
      for (let inside = node; inside < restoredUntil; inside++) {
        if (this.mask[inside] !== RULE.invisible) this.mask[inside] = 0;
      }
      this.#openPath(node, isOpen, measures);
    }
  }

  /** `isOpen` marks ancestors that are known to stay, with all of theirs. */
  #openPath(node: number, isOpen: Uint8Array, measures: PageMeasures): void {
    const { parent } = this.#tree;
    const path: number[] = [];
    let removed = 0;
    for (let above = parent[node]!; isOpen[above] === 0; above = parent[above]!) {
      path.push(above);
      if (this.mask[above] !== 0) removed = path.length;
    }
    const rule = removed === 0 ? undefined : ruleName(this.mask[path[removed - 1]!]!);
    let kept = node;
    for (const [index, above] of path.entries()) {
      if (rule !== undefined && index < removed) this.#removeBeside(above, kept, rule, measures);
      this.mask[above] = 0;
      isOpen[above] = 1;
      kept = above;
    }
  }

  #removeBeside(above: number, kept: number, rule: RuleName, measures: PageMeasures): void {
    const { end } = this.#tree;
    for (let child = above + 1; child < end[above]!; child = end[child]!) {
      if (child !== kept && this.mask[child] === 0) this.remove(child, rule, measures);
    }
  }

  /** Each removed block once, but for white space; a block inside another that went later is listed beside it. */
  trace(): RemovalTrace[] {
    const tree = this.#tree;
    // A node that was restored and removed again counts once, with the last numbers.
    const last = new Map(this.#made.map((removal) => [removal.node, removal]));
    return Array.from(last.values())
      .filter(({ node }) => this.mask[node] !== 0 && !isBlank(tree, node))
      .map(({ node, rule, wordShare, proseShare, linkShare }) => ({
        node,
        tag: tree.name(node),
        label: labelOf(tree, node),
        // Not the mask's: the caller's own selectors write there too.
        rule,
        why: `${percent(wordShare)} of the words, ${percent(proseShare)} of the prose, ${percent(linkShare)} of it links`,
        characters: textLength(tree, node),
      }));
  }
}

function isBlank(tree: Tree, node: number): boolean {
  return tree.tag[node] === T.TEXT && tree.text(node).trim() === '';
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}

function labelOf(tree: Tree, node: number): string {
  const id = tree.attribute(node, 'id')?.trim();
  const names = tree.attribute(node, 'class')?.trim();
  return (id ? `#${id}` : '') + (names ? `.${names.split(/\s+/).join('.')}` : '');
}

function textLength(tree: Tree, node: number): number {
  let length = 0;
  for (let inside = node; inside < tree.end[node]!; inside++) {
    if (tree.tag[inside] === T.TEXT) length += tree.text(inside).trim().length;
  }
  return length;
}
