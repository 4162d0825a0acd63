import { resolveReference } from '../lib/addresses/upload-url.ts';
import { findCssUrls } from './css-urls.ts';
import { isInertTemplate } from './inert-template.ts';
import type { CollectOptions } from './links.ts';
import { FIRST_ELEMENT_TAG, IMAGE, IMG, INPUT, META, PICTURE, SOURCE, VIDEO } from './tags.ts';
import { imageSource } from './to-markdown/media/image-source.ts';
import { PictureSources } from './to-markdown/media/picture-sources.ts';
import { largestCandidate } from './to-markdown/media/srcset-candidates.ts';
import type { RemovalMask, Tree } from './tree.ts';
import { UrlCollection } from './url-collection.ts';

/** Nodes after a source among which the `img` of its picture is looked for. */
const MAX_PICTURE_NODES = 64;
const LAZY_BACKGROUND_ATTRIBUTES = ['data-bg', 'data-background', 'data-background-image'];
const PREVIEW_IMAGE_NAMES = new Set([
  'og:image',
  'og:image:url',
  'og:image:secure_url',
  'twitter:image',
  'twitter:image:src',
]);

export interface CollectImagesOptions extends CollectOptions {
  /** Leaves out preview images that lie in these subtrees. */
  deselected?: RemovalMask;
}

/**
 * Collects the page's images: absolute http(s) URLs, each once, in document order. They come from preview images of the
 * head (`og:image`, `twitter:image`), `img` and `picture` (one address each, as in the Markdown: the largest, and the one
 * that a script will load rather than what keeps its place), lazy backgrounds, video posters, SVG images and inline CSS.
 * Images inside the page itself (`data:`) have no address and are left out. Preview images describe the whole page, so
 * they count whatever part of it was kept, unless somebody did not want them.
 */
export function collectImages(
  tree: Tree,
  base: URL,
  { removed, deselected }: CollectImagesOptions = {},
): string[] {
  const images = new UrlCollection();
  const add = (raw: string | undefined): void => {
    if (raw === undefined || raw === '' || raw.trim() === '') return;
    const url = resolveReference(raw, base);
    if (url !== undefined) images.add(url);
  };
  addPreviewImages(tree, deselected, add);
  const { tag, end, length } = tree;
  const pictures = new PictureSources();
  for (let node = 1; node < length && !images.isFull;) {
    if (removed?.[node] || isInertTemplate(tree, node)) {
      node = end[node]!;
      continue;
    }
    if (tag[node]! >= FIRST_ELEMENT_TAG) {
      addElementImages(tree, node, pictures, add);
      addInlineCssImages(tree, node, add);
      addLazyBackgrounds(tree, node, add);
    }
    node++;
  }
  return images.toArray();
}

type Add = (raw: string | undefined) => void;

function addPreviewImages(tree: Tree, deselected: RemovalMask | undefined, add: Add): void {
  const { tag, end, length } = tree;
  for (let node = 1; node < length; node++) {
    if (deselected?.[node]) {
      node = end[node]! - 1;
      continue;
    }
    if (tag[node] !== META) continue;
    const name = tree.attribute(node, 'property') ?? tree.attribute(node, 'name');
    if (name !== undefined && PREVIEW_IMAGE_NAMES.has(name.toLowerCase()))
      add(tree.attribute(node, 'content'));
  }
}

function addElementImages(tree: Tree, node: number, pictures: PictureSources, add: Add): void {
  const isInPicture = tree.tag[tree.parent[node]!] === PICTURE;
  switch (tree.tag[node]) {
    case IMG:
      add(imageSource(tree, node, pictures));
      break;
    case SOURCE:
      // The `img` of a picture stands for its sources, which are the same picture in other sizes and forms.
      if (isInPicture && !isBeforeImage(tree, node)) add(largestCandidate(tree, node)?.url);
      break;
    case INPUT:
      if (tree.attribute(node, 'type')?.toLowerCase() === 'image') add(tree.attribute(node, 'src'));
      break;
    case VIDEO:
      add(tree.attribute(node, 'poster'));
      break;
    case IMAGE:
      add(tree.attribute(node, 'href') ?? tree.attribute(node, 'xlink:href'));
      break;
    default:
  }
}

/** Whether the `img` of a picture follows one of its sources. */
function isBeforeImage(tree: Tree, source: number): boolean {
  const stop = tree.end[tree.parent[source]!]!;
  for (let node = source + 1, seen = 0; node < stop && seen < MAX_PICTURE_NODES; node++, seen++) {
    if (tree.tag[node] === IMG) return true;
  }
  return false;
}

function addInlineCssImages(tree: Tree, node: number, add: Add): void {
  const style = tree.attribute(node, 'style');
  if (style !== undefined) findCssUrls(style).forEach(add);
}

/** Lazy backgrounds are written as a URL alone or as the CSS value. */
function addLazyBackgrounds(tree: Tree, node: number, add: Add): void {
  for (const name of LAZY_BACKGROUND_ATTRIBUTES) {
    const value = tree.attribute(node, name);
    if (value === undefined) continue;
    const urls = findCssUrls(value);
    if (urls.length > 0) urls.forEach(add);
    else if (/\/|\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(value)) add(value);
  }
}
