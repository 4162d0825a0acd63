import * as tags from '../tags.ts';
import type { Tree } from '../tree.ts';

const DEFINITION_ID = /^(?:user-content-)?_?(?:fn|footnote|cite_note|endnote|ftn|edn|note)[-:_.]?\w/i;
const REFERENCE_CLASS = /(?:^|\s)(?:footnote-ref(?:erence)?|footref|noteref)(?:\s|$)/;
const NOTE_CLASS = /(?:^|\s)footnote(?:\s|$)/;
const LABEL = /^[\w.-]{1,20}$/;

/** Whether a link is marked as the reference to a note. */
export function isNoteReference(tree: Tree, link: number): boolean {
  if (tree.attribute(link, 'role') === 'doc-noteref') return true;
  return REFERENCE_CLASS.test(tree.attribute(link, 'class') ?? '');
}

/**
 * Pairs references with notes. A reference is a link in a `sup`, or one that is marked as such; a note is a list item, an
 * aside or a term whose id or class is that of a footnote.
 */
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
    if (tree.tag[link] === tags.A) this.#addReference(link);
  }

  /** A link outside of a `sup`. */
  seeLink(node: number): void {
    const isWithin = this.#tree.attribute(node, 'href')?.startsWith('#') === true;
    if (isWithin && isNoteReference(this.#tree, node)) this.#addReference(node);
  }

  #addReference(link: number): void {
    const href = this.#tree.attribute(link, 'href');
    if (href === undefined || !href.startsWith('#') || this.#references.has(href.slice(1))) return;
    this.#references.set(href.slice(1), this.#labelOf(link));
  }

  /** A list item, aside or term. */
  seeNote(node: number): void {
    const tree = this.#tree;
    const id = tree.attribute(node, 'id');
    if (id === undefined || id === '') return;
    const isTerm = tree.tag[node] === tags.DT;
    const marked = isTerm ? tree.parent[node]! : node;
    const isMarked =
      (!isTerm && tree.attribute(node, 'role') === 'doc-footnote') ||
      NOTE_CLASS.test(tree.attribute(marked, 'class') ?? '');
    if (isMarked || (!isTerm && DEFINITION_ID.test(id))) this.#definitions.add(id);
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
