import { resolveHttpUrl } from '../lib/addresses/url.ts';
import { isInertTemplate } from './inert-template.ts';
import { FIGCAPTION, FIGURE, IMG, TEXT } from './tags.ts';
import { imageSource } from './to-markdown/media/image-source.ts';
import { isTrackingPixel } from './to-markdown/media/is-tracking-pixel.ts';
import { PictureSources } from './to-markdown/media/picture-sources.ts';
import { largestCandidate } from './to-markdown/media/srcset-candidates.ts';
import type { RemovalMask, Tree } from './tree.ts';

/** A picture with the words that say what it shows; its size in pixels, where the page tells it. */
export interface ContentImage {
  url: string;
  alt: string;
  width?: number;
  height?: number;
}

const MAX_IMAGES = 10;
/** Pictures that are looked at. */
const MAX_CANDIDATES = 100;
/** Smaller ones are signs and buttons. */
const LEAST_PIXELS = 150;
const MAX_ALT = 300;
/** Nodes of a caption that are read. */
const MAX_CAPTION_NODES = 100;
/** Elements above a picture among which its figure is looked for. */
const MAX_CLIMB = 5;
const NO_CONTENT =
  /(?:^|[/_.-])(?:icons?|logos?|avatars?|pixel|sprite|badge|emoji|spinner)(?:[/_.-]|\d|$)|\.svgz?(?:[?#]|$)/i;
const SIZE_IN_NAME = /[-_](\d{2,4})x(\d{2,4})(?=\.[a-z]{3,4}(?:[?#]|$))/i;
const TWO_WORDS =
  /[\p{L}\p{N}]\S*[\s,;:–—-]+[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{4}/u;

/** Collects the pictures that belong to the content: large as far as is known, and described by two words or more. */
export function collectContentImages(tree: Tree, base: URL, removed: RemovalMask): ContentImage[] {
  const images = new Map<string, ContentImage>();
  const pictures = new PictureSources();
  const { tag, end, length } = tree;
  for (let node = 1, seen = 0; node < length && images.size < MAX_IMAGES && seen < MAX_CANDIDATES;) {
    if (removed[node] || isInertTemplate(tree, node)) {
      node = end[node]!;
      continue;
    }
    if (tag[node] === IMG) {
      seen++;
      const image = contentImage(tree, node, base, pictures);
      if (image !== undefined && !images.has(image.url)) images.set(image.url, image);
    }
    node++;
  }
  return [...images.values()];
}

function contentImage(
  tree: Tree,
  node: number,
  base: URL,
  pictures: PictureSources,
): ContentImage | undefined {
  const words = [clean(tree.attribute(node, 'alt') ?? ''), captionOf(tree, node)].filter(
    (text) => text !== '',
  );
  const alt = [...new Set(words)].join(' – ').slice(0, MAX_ALT);
  if (!TWO_WORDS.test(alt) || isTrackingPixel(tree, node)) return undefined;
  const source = imageSource(tree, node, pictures);
  const url = source === undefined || source.startsWith('data:') ? undefined : resolveHttpUrl(source, base);
  if (url === undefined || NO_CONTENT.test(url)) return undefined;
  const size = sizeOf(tree, node, url);
  const isLarge = Math.min(size.width ?? Infinity, size.height ?? Infinity) >= LEAST_PIXELS;
  return isLarge ? { url, alt, ...size } : undefined;
}

function sizeOf(tree: Tree, node: number, url: string): { width?: number; height?: number } {
  const [width, height] = [pixels(tree, node, 'width'), pixels(tree, node, 'height')];
  if (width !== undefined && height !== undefined) return { width, height };
  const named = SIZE_IN_NAME.exec(url);
  if (named !== null) return { width: Number(named[1]), height: Number(named[2]) };
  const widest = width ?? largestCandidate(tree, node)?.width;
  return { ...(widest !== undefined && { width: widest }), ...(height !== undefined && { height }) };
}

function pixels(tree: Tree, node: number, name: string): number | undefined {
  const value = /^\s{0,9}(\d{1,5})(?:\.\d{1,9})?(?:px)?\s{0,9}$/i.exec(tree.attribute(node, name) ?? '')?.[1];
  return value === undefined || Number(value) === 0 ? undefined : Number(value);
}

function captionOf(tree: Tree, image: number): string {
  const { tag, parent, end } = tree;
  let figure = parent[image]!;
  for (let climb = 0; climb < MAX_CLIMB && figure > 0 && tag[figure] !== FIGURE; climb++)
    figure = parent[figure]!;
  if (figure <= 0 || tag[figure] !== FIGURE) return '';
  const words: string[] = [];
  let captionEnd = 0;
  for (let node = image + 1, left = MAX_CAPTION_NODES; node < end[figure]! && left > 0; node++, left--) {
    if (tag[node] === FIGCAPTION) captionEnd = end[node]!;
    else if (tag[node] === TEXT && node < captionEnd) words.push(tree.text(node));
    else if (tag[node] === IMG) break;
  }
  return clean(words.join(' '));
}

function clean(text: string): string {
  return text
    .slice(0, 2 * MAX_ALT)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
