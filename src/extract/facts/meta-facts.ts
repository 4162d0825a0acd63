import { findCanonical } from '../../html/canonical.ts';
import { cleanValue } from '../../html/metadata/text.ts';
import type { MetadataNodes } from '../../html/metadata/nodes.ts';
import type { Tree } from '../../html/tree.ts';
import type { FactList } from './fact.ts';

/** Cards of social networks show pairs: `twitter:label1` names what `twitter:data1` says. */
const CARD_LABEL = /^twitter:label(\d)$/i;

/** Adds what the head's `meta` elements state, and the address that the page calls its own. */
export function addMetaFacts(
  list: FactList,
  { tree, nodes, base }: { tree: Tree; nodes: MetadataNodes; base: URL },
): void {
  const cardLabels = new Map<string, string>();
  const seen = new Set<string>();
  for (const node of nodes.metas) {
    const content = cleanValue(tree.attribute(node, 'content') ?? '');
    if (content === '') continue;
    for (const name of namesOf(tree, node)) {
      const label = CARD_LABEL.exec(name);
      if (label !== null) cardLabels.set(`twitter:data${label[1]}`, content);
      // The first of a name counts; of keywords and authors there are several.
      else if (!seen.has(`${name}\n${content}`))
        list.add(cardLabels.get(name) ?? name, content, 'meta', node);
      seen.add(`${name}\n${content}`);
    }
  }
  const canonical = findCanonical(tree, base);
  list.add('canonical', canonical ?? base.href, 'meta');
  const language = nodes.html === undefined ? undefined : tree.attribute(nodes.html, 'lang');
  list.add('language', language, 'meta');
}

function namesOf(tree: Tree, node: number): string[] {
  const names = [tree.attribute(node, 'name'), tree.attribute(node, 'property')];
  return names.filter((name) => name !== undefined).map((name) => name.toLowerCase());
}
