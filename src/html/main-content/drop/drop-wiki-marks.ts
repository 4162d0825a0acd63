import * as T from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Draft } from '../draft.ts';

const EDIT_ADDRESS = /[?&](?:action=edit|veaction=edit)(?:&.*)?&section=/;
/** Marks of editors for editors, which wikis leave out when a page is printed. */
const UNPRINTED = /(?:^|\s)(?:noprint|Inline-Template)(?:\s|$)/;
const JUMP = /^\s*(?:skip|jump) (?:to|over|past)\b/i;
/** Nodes of a link to edit a section with its brackets, of a link that jumps, and of a mark. */
const EDIT_NODES = 20;
const JUMP_NODES = 6;
const MARK_NODES = 40;

/** Takes out what wikis put into a text for its writers: `[edit]` beside headings, `[citation needed]`; and jumps. */
export function dropWikiMarks({ tree, measures, removals }: Draft): void {
  const { tag, end } = tree;
  for (let node = tag.indexOf(T.A); node !== -1; node = tag.indexOf(T.A, node + 1)) {
    // A link of a removed block counts for nothing.
    if (measures.links[node] === 0 || end[node]! - node > JUMP_NODES || removals.mask[node] !== 0) continue;
    const href = tree.attribute(node, 'href');
    if (href === undefined) continue;
    if (href.startsWith('#')) {
      if (JUMP.test(tree.text(node + 1)) && !isInSentence(tree, node))
        removals.remove(node, 'skip link', measures);
    } else if (EDIT_ADDRESS.test(href)) removals.remove(withBrackets(tree, node), 'editing', measures);
  }
  for (let node = tag.indexOf(T.SUP); node !== -1; node = tag.indexOf(T.SUP, node + 1)) {
    if (end[node]! - node > MARK_NODES || removals.mask[node] !== 0) continue;
    if (UNPRINTED.test(tree.attribute(node, 'class') ?? '')) removals.remove(node, 'editing', measures);
  }
}

/** Whether words stand right beside a link. */
function isInSentence(tree: Tree, link: number): boolean {
  const beside = [link - 1, tree.end[link]!];
  return beside.some(
    (node) =>
      tree.tag[node] === T.TEXT &&
      tree.parent[node] === tree.parent[link] &&
      /[\p{L}\p{N}]/u.test(tree.text(node)),
  );
}

/** The element around a link to edit that holds nothing but such links and brackets; else the link. */
function withBrackets(tree: Tree, link: number): number {
  const parent = tree.parent[link]!;
  if (tree.tag[parent] !== T.SPAN && tree.tag[parent] !== T.SMALL) return link;
  if (tree.end[parent]! - parent > EDIT_NODES) return link;
  for (let node = parent + 1; node < tree.end[parent]!; node++) {
    if (tree.tag[node] !== T.TEXT) continue;
    const isInLink = [tree.parent[node]!, tree.parent[tree.parent[node]!]!].some(
      (above) => tree.tag[above] === T.A,
    );
    if (!isInLink && /[\p{L}\p{N}]/u.test(tree.text(node))) return link;
  }
  return parent;
}
