import * as T from '../../tags.ts';
import type { RemovalMask, Tree } from '../../tree.ts';
import { measurePage, type PageMeasures } from '../measure/page-measures.ts';

/** A page with fewer words than this may carry its content in `noscript`. */
const FEW_WORDS = 300;
/** `noscript` carries the page when it holds this many words, and more than all the rest. */
const NOSCRIPT_WORDS = 30;

/**
 * Takes out what shows nothing - script, style, head, inert templates, drawings, comments - and `noscript`, but where
 * it carries the page (rendered by script) or holds no word (a picture's fallback, which the writer weighs).
 * Everything a visitor can see stays: the answer to `onlyMainContent: false`.
 */
export function removeInvisible(tree: Tree): RemovalMask {
  return measureVisible(tree).removed;
}

/** The mask of `removeInvisible`, and the page measured under it. */
export function measureVisible(tree: Tree): { removed: RemovalMask; measures: PageMeasures } {
  const removed = new Uint8Array(tree.length);
  const fallbacks: number[] = [];
  let wordlessUntil = 0;
  const measures = measurePage(tree, removed, function isFallback(node) {
    // A `noscript` within one that holds no word holds none: however they nest, each text is read once.
    if (node < wordlessUntil) return false;
    if (!hasWords(tree, node)) {
      wordlessUntil = tree.end[node]!;
      return false;
    }
    fallbacks.push(node);
    return true;
  });
  if (measures.words[0]! >= FEW_WORDS || fallbacks.length === 0) return { removed, measures };
  const withFallbacks = removed.slice();
  for (const node of fallbacks) withFallbacks[node] = 0;
  const measured = measurePage(tree, withFallbacks);
  const gained = measured.words[0]! - measures.words[0]!;
  if (gained < NOSCRIPT_WORDS || gained <= measures.words[0]!) return { removed, measures };
  return { removed: withFallbacks, measures: measured };
}

function hasWords(tree: Tree, node: number): boolean {
  for (let inside = node + 1; inside < tree.end[node]!; inside++) {
    if (tree.tag[inside] === T.TEXT && /[\p{L}\p{N}]/u.test(tree.text(inside))) return true;
  }
  return false;
}
