import type { Tree } from '../../tree.ts';

const TINY = /^[01](?:px)?$/;
const TINY_STYLE = /(?:^|[;\s])(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|!|$)/i;

/** An image or frame of at most one pixel: it counts visits and shows nothing. */
export function isTrackingPixel(tree: Tree, node: number): boolean {
  const width = tree.attribute(node, 'width')?.trim();
  const height = tree.attribute(node, 'height')?.trim();
  if ((width !== undefined && TINY.test(width)) || (height !== undefined && TINY.test(height))) return true;
  return TINY_STYLE.test(tree.attribute(node, 'style') ?? '');
}
