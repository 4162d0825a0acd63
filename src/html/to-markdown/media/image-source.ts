import { parseSrcset, type SrcsetCandidate } from '../../srcset.ts';
import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';

/** Attributes in which scripts for lazy loading keep the real image, the likely larger one first. */
const LAZY_SRCSETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];
const LAZY_URLS = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-original-src',
  'data-hi-res-src',
  'data-full-src',
  'data-echo',
  'data-url',
];
/** Children of one `picture` that are looked at. */
const MAX_CHILDREN = 64;
/** Blanks that keep the place of an image that a script will load: a tiny GIF, a PNG of 1 x 1, a short SVG. */
const PLACEHOLDER =
  /^data:image\/(?:gif;base64,R0lGOD.{0,120}|png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB.*|svg\+xml.{0,400})$/s;
const LOOKS_LIKE_URL = /[/.]/;

/**
 * The image that an `img` stands for: the largest of its `srcset`, those of its `picture` and lazy-loading attributes,
 * else the lazy URL, else `src`. Undefined when there is none or only a placeholder.
 */
export function imageSource(tree: Tree, img: number): string | undefined {
  const candidates = srcsetsOf(tree, img).flatMap((srcset) => parseSrcset(srcset));
  const largest = candidates.filter(isReal).reduce<SrcsetCandidate | undefined>(larger, undefined);
  const lazy = LAZY_URLS.map((name) => tree.attribute(img, name)).find(
    (value) => value !== undefined && LOOKS_LIKE_URL.test(value),
  );
  const src = tree.attribute(img, 'src')?.trim();
  const isPlain = largest !== undefined && largest.width === undefined && (largest.density ?? 1) === 1;
  if (largest !== undefined && !(isPlain && isRealSource(lazy ?? src))) return largest.url;
  if (lazy !== undefined) return lazy.trim();
  return isRealSource(src) ? src : undefined;
}

/** The `srcset`s that compete: the image's own first, then those of the sources beside it in its `picture`. */
function srcsetsOf(tree: Tree, img: number): string[] {
  const srcsets = srcsetsOn(tree, img);
  const picture = tree.parent[img] as number;
  if (tree.tag[picture] !== tags.PICTURE) return srcsets;
  for (
    let node = picture + 1, seen = 0;
    node < img && seen < MAX_CHILDREN;
    node = tree.end[node] as number, seen++
  ) {
    if (tree.tag[node] === tags.SOURCE) srcsets.push(...srcsetsOn(tree, node));
  }
  return srcsets;
}

function srcsetsOn(tree: Tree, node: number): string[] {
  return [tree.attribute(node, 'srcset'), ...LAZY_SRCSETS.map((name) => tree.attribute(node, name))].filter(
    (value) => value !== undefined,
  );
}

function isReal({ url }: SrcsetCandidate): boolean {
  return !url.startsWith('data:');
}

function larger(best: SrcsetCandidate | undefined, next: SrcsetCandidate): SrcsetCandidate {
  if (best === undefined) return next;
  if (best.width === undefined && next.width === undefined) {
    return (next.density ?? 1) > (best.density ?? 1) ? next : best;
  }
  return (next.width ?? 0) > (best.width ?? 0) ? next : best;
}

function isRealSource(src: string | undefined): src is string {
  if (src === undefined || src === '') return false;
  return !PLACEHOLDER.test(src);
}
