import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Handler } from '../handler.ts';
import { collapseSpace } from '../inline/collapse-space.ts';
import { ALL_NEEDS, escapeMarkdown } from '../inline/escape-text.ts';
import { linkDestination } from '../link/link-destination.ts';
import { linkTitle } from '../link/link-title.ts';
import type { LastImage, MarkdownWriter } from '../writer.ts';
import { imageSource, isPlaceholder } from './image-source.ts';
import { isTrackingPixel } from './is-tracking-pixel.ts';

const EMOJI_CLASS = /(?:^|\s)(?:emoji|wp-smiley|twemoji|emojione)(?:\s|$)/;
const IMAGE_DATA = /^\s*data:image\//i;
const ITEMS = new Set([tags.LI, tags.TD, tags.TH, tags.DD, tags.DT]);
const MAX_ITEM_CLIMB = 10;
/** The end of a file's name that tells a picture for one look of the page from that for another. */
const LOOK = /[-_.](?:dark|light|mobile|tablet|desktop)(?:[-_.]?mode)?(?=\.[a-z]+(?:[?#]|$))/i;
/** Classes by which one of the pictures is shown and the other is not. */
const LOOK_CLASS =
  /(?:^|[\s:_-])(?:hidden|hide|none|only|show|block|dark|light|mobile|desktop)(?:$|[\s:_-])/i;
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
    const source = imageSource(tree, node, writer.pictures);
    const destination = destinationOf(writer, source);
    if (source === undefined || destination === undefined) return false;
    if (isPlaceholder(source) && hasTwin(writer, node)) return false;
    if (!isCopy(writer, node, destination) && !isOtherLook(writer, { node, alt, destination })) {
      const text = escapeMarkdown(alt, ALL_NEEDS, { isInLink: true, next: ']' });
      writer.image(`![${text}](${destination}${titleOf(tree, node, alt)})`);
    }
    const isInNoscript = writer.noscript !== 0;
    writer.lastImage = { node, parent: outerParent(tree, node), alt, destination, isInNoscript };
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
    const end = tree.end[node]!;
    const isPage = node === writer.root || end - node > tree.length / 2;
    if (!isPage && !survey.noscriptImages.has(node)) return false;
    if (!isPage) writer.noscript = node;
    return true;
  },
  close(writer) {
    writer.noscript = 0;
  },
};

/**
 * The same image twice in a row: for a script that loads it and for pages without scripts, or in two places for wide and
 * narrow screens. Several in one place are meant, as the stars of a rating.
 */
function isCopy(
  { tree, lastImage, noscript: open }: MarkdownWriter,
  node: number,
  destination: string,
): boolean {
  if (lastImage === undefined) return false;
  const isSame = lastImage.destination === destination;
  if (lastImage.isInNoscript === (open !== 0))
    return (
      isSame &&
      destination !== BASE64_REMOVED &&
      lastImage.parent !== outerParent(tree, node) &&
      itemAround(tree, lastImage.parent) === itemAround(tree, node)
    );
  return isSame || (open !== 0 && lastImage.parent === tree.parent[open]);
}

/** The picture written last, for another look of the page: dark or light, narrow or wide. */
function isOtherLook(
  { tree, lastImage }: MarkdownWriter,
  { node, alt, destination }: Pick<LastImage, 'node' | 'alt' | 'destination'>,
): boolean {
  if (lastImage === undefined || alt === '' || alt !== lastImage.alt) return false;
  const [one, other] = [lastImage.destination, destination];
  if (!(LOOK.test(one) || LOOK.test(other)) || withoutLook(one) !== withoutLook(other)) return false;
  const isShownByClass = (img: number): boolean => LOOK_CLASS.test(tree.attribute(img, 'class') ?? '');
  if (!isShownByClass(node) && !isShownByClass(lastImage.node)) return false;
  return itemAround(tree, lastImage.parent) === itemAround(tree, node);
}

/** The address without its query and the look in its name. */
function withoutLook(address: string): string {
  return address.replace(LOOK, '').replace(/[?#].*$/, '');
}

/** The list item or cell around a node; marks in several of them are meant. */
function itemAround(tree: Tree, node: number): number {
  let above = node;
  for (let level = 0; above > 0 && level < MAX_ITEM_CLIMB; level++) {
    if (ITEMS.has(tree.tag[above]!)) return above;
    above = tree.parent[above]!;
  }
  return 0;
}

/** Whether the image that a placeholder stands for is written beside it, for pages without scripts. */
function hasTwin({ tree, survey, lastImage }: MarkdownWriter, node: number): boolean {
  const parent = outerParent(tree, node);
  if (lastImage?.isInNoscript === true && tree.parent[lastImage.parent] === parent) return true;
  let next = tree.end[tree.parent[node] === parent ? node : tree.parent[node]!]!;
  while (tree.tag[next] === tags.TEXT && tree.text(next).trim() === '') next = tree.end[next]!;
  return tree.parent[next] === parent && survey.noscriptImages.has(next);
}

function outerParent(tree: Tree, node: number): number {
  const parent = tree.parent[node]!;
  return tree.tag[parent] === tags.PICTURE ? tree.parent[parent]! : parent;
}

/** A title that only repeats the description says nothing. */
function titleOf(tree: Tree, node: number, alt: string): string {
  const title = tree.attribute(node, 'title');
  return title === undefined || collapseSpace(title).trim() === alt ? '' : linkTitle(title);
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
