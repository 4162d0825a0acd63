import * as tags from '../tags.ts';
import type { Tree } from '../tree.ts';

const DEFINITION_ID = /^(?:user-content-)?_?(?:fn|footnote|cite_note|endnote|ftn|edn|note)[-:_.]?\w/i;
const LABEL = /^[\w.-]{1,20}$/;

/** Pairs references with notes: a link in a `sup` to the id of a list item or aside that is named like a footnote. */
export class FootnoteSurvey {
  readonly #tree: Tree;
  /** Visible label of the first reference to each id. */
  readonly #references = new Map<string, string>();
  readonly #definitions = new Set<string>();

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** A `sup` element: its link may be around it, or right inside. */
  seeSuperscript(node: number): void {
    const tree = this.#tree;
    const parent = tree.parent[node]!;
    const link = tree.tag[parent] === tags.A ? parent : node + 1;
    const href = tree.tag[link] === tags.A ? tree.attribute(link, 'href') : undefined;
    if (href === undefined || !href.startsWith('#') || this.#references.has(href.slice(1))) return;
    this.#references.set(href.slice(1), this.#labelOf(link));
  }

  /** A list item or aside. */
  seeNote(node: number): void {
    const id = this.#tree.attribute(node, 'id');
    if (id !== undefined && DEFINITION_ID.test(id)) this.#definitions.add(id);
  }

  /** Label of each footnote, by id: what its first reference shows, or a number when that cannot be one. */
  finish(): ReadonlyMap<string, string> {
    const labels = new Map<string, string>();
    const used = new Set<string>();
    for (const [id, shown] of this.#references) {
      if (!this.#definitions.has(id)) continue;
      let label = LABEL.test(shown) ? shown : String(labels.size + 1);
      while (used.has(label.toLowerCase())) label = `${labels.size + 1}-${used.size}`;
      used.add(label.toLowerCase());
      labels.set(id, label);
    }
    return labels;
  }

  #labelOf(link: number): string {
    const tree = this.#tree;
    const end = Math.min(tree.end[link]!, link + 8);
    let text = '';
    for (let node = link + 1; node < end; node++) if (tree.tag[node] === tags.TEXT) text += tree.text(node);
    return text.replace(/[[\]\s]/g, '');
  }
}
