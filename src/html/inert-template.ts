import { TEMPLATE } from './tags.ts';
import type { Tree } from './tree.ts';

/** True for a `template` whose content is no part of the page. A declarative shadow root is part of it. */
export function isInertTemplate(tree: Tree, node: number): boolean {
  return tree.tag[node] === TEMPLATE && tree.attribute(node, 'shadowrootmode') === undefined;
}
