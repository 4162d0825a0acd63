import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Handler } from '../handler.ts';
import { collapseSpace } from '../inline/collapse-space.ts';
import { ALL_NEEDS, escapeMarkdown } from '../inline/escape-text.ts';
import { linkDestination } from '../link/link-destination.ts';
import { linkTitle } from '../link/link-title.ts';
import type { MarkdownWriter } from '../writer.ts';
import { imageSource } from './image-source.ts';
import { isTrackingPixel } from './is-tracking-pixel.ts';

const EMOJI_CLASS = /(?:^|\s)(?:emoji|wp-smiley|twemoji|emojione)(?:\s|$)/;
const IMAGE_DATA = /^\s*data:image\//i;
const BASE64_REMOVED = '<Base64-Image-Removed>';

export const image: Handler = {
  open(writer, node) {
    const { tree } = writer;
    if (isTrackingPixel(tree, node)) return false;
    const alt = collapseSpace(tree.attribute(node, 'alt') ?? '').trim();
    if (alt !== '' && EMOJI_CLASS.test(tree.attribute(node, 'class') ?? '')) {
      writer.text(alt);
      return false;
    }
    const destination = destinationOf(writer, imageSource(tree, node, writer.pictures));
    if (destination === undefined) return false;
    if (!isCopy(writer, node, destination)) {
      const text = escapeMarkdown(alt, ALL_NEEDS, { isInLink: true, next: ']' });
      writer.atom(`![${text}](${destination}${linkTitle(tree.attribute(node, 'title'))})`, false);
    }
    writer.lastImage = { parent: outerParent(tree, node), destination, isInNoscript: writer.noscript !== 0 };
    return false;
  },
};

/**
 * `noscript`: only its images count, and only when a script would have loaded them. A request that names `noscript`
 * gets all of it.
 */
export const noscript: Handler = {
  open(writer, node) {
    const { tree, survey } = writer;
    const end = tree.end[node] as number;
    const isPage = node === writer.root || end - node > tree.length / 2;
    if (!isPage && !survey.noscriptImages.has(node)) return false;
    if (!isPage) writer.noscript = node;
    return true;
  },
  close(writer) {
    writer.noscript = 0;
  },
};

/** The same image twice in a row, once for a script that loads it and once for pages without scripts. */
function isCopy(
  { tree, lastImage, noscript: open }: MarkdownWriter,
  node: number,
  destination: string,
): boolean {
  if (lastImage === undefined || lastImage.isInNoscript === (open !== 0)) return false;
  return lastImage.destination === destination || (open !== 0 && lastImage.parent === tree.parent[open]);
}

function outerParent(tree: Tree, node: number): number {
  const parent = tree.parent[node] as number;
  return tree.tag[parent] === tags.PICTURE ? (tree.parent[parent] as number) : parent;
}

/** Where the image is, ready to be written; undefined when it is nowhere. */
function destinationOf(
  { resolver, options }: MarkdownWriter,
  source: string | undefined,
): string | undefined {
  if (source === undefined) return undefined;
  if (!IMAGE_DATA.test(source)) {
    const url = resolver.resolve(source);
    return url === undefined ? undefined : linkDestination(url);
  }
  return options.removeBase64Images === true ? BASE64_REMOVED : linkDestination(source);
}
