import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import type { Handler } from '../handler.ts';
import { collapseSpace } from '../inline/collapse-space.ts';
import { ALL_NEEDS, escapeMarkdown } from '../inline/escape-text.ts';
import { linkDestination } from '../link/link-destination.ts';
import type { MarkdownWriter } from '../writer.ts';
import { isTrackingPixel } from './is-tracking-pixel.ts';

/** Children of a media element that are looked at for a `source`. */
const MAX_CHILDREN = 32;

/** An embedded page or medium as a link in a paragraph of its own, named by its title, else by its kind. */
function embedded(kind: string, addressOf: (tree: Tree, node: number) => string | undefined): Handler {
  return {
    open(writer, node) {
      const url = writer.resolver.resolve(addressOf(writer.tree, node));
      if (url === undefined || isTrackingPixel(writer.tree, node)) return false;
      writer.boundary();
      writer.bareAtom(`[${labelOf(writer, node) ?? kind}](${linkDestination(url)})`);
      writer.boundary();
      return false;
    },
  };
}

export const iframe = embedded('Embedded page', (tree, node) => {
  return lazy(tree, node, 'src') ?? tree.attribute(node, 'src');
});
export const video = embedded('Video', mediaAddress);
export const audio = embedded('Audio', mediaAddress);
export const embed = embedded('Embedded content', (tree, node) => tree.attribute(node, 'src'));

/** `object`: what it holds for browsers that cannot show it, else a link. */
export const object: Handler = {
  open(writer, node) {
    const { tree } = writer;
    const hasFallback = tree.end[node]! > node + 1;
    if (hasFallback) return;
    return embedded('Embedded content', () => tree.attribute(node, 'data')).open?.(writer, node);
  },
};

function mediaAddress(tree: Tree, media: number): string | undefined {
  const own = tree.attribute(media, 'src') ?? lazy(tree, media, 'src');
  if (own !== undefined) return own;
  const end = tree.end[media]!;
  for (let node = media + 1, seen = 0; node < end && seen < MAX_CHILDREN; node = tree.end[node]!, seen++) {
    if (tree.tag[node] === tags.SOURCE) return tree.attribute(node, 'src') ?? lazy(tree, node, 'src');
  }
  return undefined;
}

function lazy(tree: Tree, node: number, name: string): string | undefined {
  return tree.attribute(node, `data-${name}`) ?? tree.attribute(node, `data-lazy-${name}`);
}

function labelOf({ tree }: MarkdownWriter, node: number): string | undefined {
  const label = tree.attribute(node, 'title') ?? tree.attribute(node, 'aria-label') ?? '';
  const text = collapseSpace(label).trim();
  return text === '' ? undefined : escapeMarkdown(text, ALL_NEEDS, { isInLink: true, next: ']' });
}
