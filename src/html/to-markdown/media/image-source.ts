import type { Tree } from '../../tree.ts';
import type { PictureSources } from './picture-sources.ts';
import { largerCandidate, largestCandidate } from './srcset-candidates.ts';

/** Attributes in which scripts for lazy loading keep the real image. */
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
/** Blanks that keep the place of an image that a script will load: a tiny GIF, a PNG of 1 x 1, a short SVG. */
const PLACEHOLDER =
  /^data:image\/(?:gif;base64,R0lGOD.{0,120}|png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB.*|svg\+xml.{0,400})$/s;
/** Files that keep the place of an image and show nothing. */
const PLACEHOLDER_FILE =
  /(?:^|\/)(?:blank|spacer|placeholder|transparent|pixel|1x1|lazy(?:-?load)?|loading|empty|clear)(?:[-_.]?(?:\d+(?:x\d+)?|image|img))?\.(?:gif|png|svg|jpe?g)(?:[?#]|$)/i;
const LOOKS_LIKE_URL = /[/.]/;

/**
 * The image that an `img` stands for: the largest of its `srcset`, those of its `picture` and lazy-loading attributes,
 * else the lazy URL, else `src`. Undefined when there is none or only a placeholder without a description.
 */
export function imageSource(tree: Tree, img: number, pictures: PictureSources): string | undefined {
  const largest = largerCandidate(largestCandidate(tree, img), pictures.largestBefore(tree, img));
  const lazy = lazyUrl(tree, img);
  const src = tree.attribute(img, 'src')?.trim();
  const isPlain = largest !== undefined && largest.width === undefined && (largest.density ?? 1) === 1;
  if (largest !== undefined && !(isPlain && isRealSource(lazy ?? src))) return largest.url;
  if (lazy !== undefined) return lazy.trim();
  // A picture with a description is one, however small its data are.
  const isDescribed = (tree.attribute(img, 'alt')?.trim() ?? '') !== '';
  return isRealSource(src) || (isDescribed && src !== '') ? src : undefined;
}

function lazyUrl(tree: Tree, img: number): string | undefined {
  for (const name of LAZY_URLS) {
    const value = tree.attribute(img, name);
    if (value !== undefined && LOOKS_LIKE_URL.test(value)) return value;
  }
  return undefined;
}

/** Whether this keeps the place of an image that a script will load. */
export function isPlaceholder(source: string): boolean {
  return PLACEHOLDER.test(source);
}

function isRealSource(src: string | undefined): src is string {
  if (src === undefined || src === '') return false;
  return !isPlaceholder(src) && !PLACEHOLDER_FILE.test(src);
}
