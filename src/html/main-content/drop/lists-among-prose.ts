import * as T from '../../tags.ts';
import type { Draft } from '../draft.ts';

const LISTS: ReadonlySet<number> = new Set([T.UL, T.OL, T.TABLE]);

interface Span {
  readonly first: number;
  readonly last: number;
}

/** Lists that a text runs around: paragraphs of prose stand above and below. Their items belong to the text. */
export class ListsAmongProse {
  readonly #draft: Draft;
  /** First and last paragraph of prose among the children of each parent that was asked about. */
  readonly #spans = new Map<number, Span>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  has(node: number): boolean {
    const { tag, parent } = this.#draft.tree;
    if (!LISTS.has(tag[node]!)) return false;
    const { first, last } = this.#spanIn(parent[node]!);
    return first < node && node < last;
  }

  #spanIn(parent: number): Span {
    const known = this.#spans.get(parent);
    if (known !== undefined) return known;
    const { tree, measures, removals } = this.#draft;
    let first = tree.length;
    let last = 0;
    for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
      if (tree.tag[child] !== T.P || removals.mask[child] !== 0 || measures.proseWords[child] === 0) continue;
      first = Math.min(first, child);
      last = child;
    }
    const span = { first, last };
    this.#spans.set(parent, span);
    return span;
  }
}
