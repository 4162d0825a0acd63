import type { RemovalMask, Tree } from '../tree.ts';
import type { PageMeasures } from './measure/page-measures.ts';
import { RULE, ruleName, type RuleName } from './rules.ts';

/** A removed block, with the numbers and the evidence that it was removed on. */
export interface Removal {
  readonly node: number;
  readonly rule: RuleName;
  /** The element that spoke for the rule: the block itself, one around it, or the heading over it. */
  readonly cause: number;
  /** Bits of the names of that element, when they spoke for the rule; else 0. */
  readonly names: number;
  readonly wordShare: number;
  readonly proseShare: number;
  readonly linkShare: number;
}

/** The grounds of a rule, where they are not the block itself by its tag, place or text. */
export type Evidence = Partial<Pick<Removal, 'cause' | 'names'>>;

/** The removal mask under construction, with the numbers that each removal was decided on. */
export class Removals {
  readonly mask: RemovalMask;
  readonly #tree: Tree;
  readonly #made = new Map<number, Removal>();
  #isChanged = false;

  /** `mask` holds what is invisible; it is written on. */
  constructor(tree: Tree, mask: RemovalMask) {
    this.#tree = tree;
    this.mask = mask;
  }

  /** Takes `node` out. `measures` are those of the moment: the trace reports what the rule saw. */
  remove(
    node: number,
    rule: RuleName,
    measures: PageMeasures,
    { cause = node, names = 0 }: Evidence = {},
  ): void {
    this.mask[node] = RULE[rule];
    this.#isChanged = true;
    this.#made.set(node, {
      node,
      rule,
      cause,
      names,
      wordShare: measures.words[node]! / Math.max(1, measures.words[0]!),
      proseShare: measures.proseWords[node]! / Math.max(1, measures.proseWords[0]!),
      linkShare: measures.linkWords[node]! / Math.max(1, measures.words[node]!),
    });
  }

  /** Takes out again what was restored together with a block around it, on the grounds of before. */
  removeAgain(node: number, rule: RuleName): void {
    this.mask[node] = RULE[rule];
    this.#isChanged = true;
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

  /** The outermost block that is out around `node`, or is `node`; undefined when it stays. */
  topAbove(node: number): number | undefined {
    let top: number | undefined;
    for (let at = node; at > 0; at = this.#tree.parent[at]!) if (this.mask[at] !== 0) top = at;
    return top;
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
    const top = removed === 0 ? undefined : path[removed - 1]!;
    const rule = top === undefined ? undefined : ruleName(this.mask[top]!);
    const evidence = top === undefined ? undefined : (this.#made.get(top) ?? { cause: top });
    let kept = node;
    for (const [index, above] of path.entries()) {
      if (rule !== undefined && index < removed)
        this.#removeBeside(above, kept, (child) => this.remove(child, rule, measures, evidence));
      this.mask[above] = 0;
      isOpen[above] = 1;
      kept = above;
    }
  }

  #removeBeside(above: number, kept: number, remove: (child: number) => void): void {
    const { end } = this.#tree;
    for (let child = above + 1; child < end[above]!; child = end[child]!) {
      if (child !== kept && this.mask[child] === 0) remove(child);
    }
  }

  /** The blocks that are out, each once, with its last numbers; a block inside another that went later stands beside it. */
  made(): Removal[] {
    return Array.from(this.#made.values()).filter(({ node }) => this.mask[node] !== 0);
  }
}
