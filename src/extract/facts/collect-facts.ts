import { findMetadataNodes } from '../../html/metadata/nodes.ts';
import { FactList, type Fact } from './fact.ts';
import { addJsonLdFacts, orderedItems, type OrderedItems } from './json-ld-facts.ts';
import { addMetaFacts } from './meta-facts.ts';
import { addMicrodataFacts } from './microdata-facts.ts';
import { findTitle } from './find-title.ts';
import { addShownFacts } from './shown-facts.ts';
import type { ShownPage } from './shown-walk.ts';

/** Everything that a page states, for machines and for readers. */
export interface PageFacts {
  readonly facts: readonly Fact[];
  readonly items: OrderedItems;
}

/** Sources that may be left out, to see what a page says without them. */
export interface FactSources {
  isJsonLdRead?: boolean;
  isMicrodataRead?: boolean;
  areMetasRead?: boolean;
}

/** Collects the facts of a page: a few passes, no matter how many are asked for later. */
export function collectFacts(page: ShownPage, sources: FactSources = {}): PageFacts {
  const { isJsonLdRead = true, isMicrodataRead = true, areMetasRead = true } = sources;
  const list = new FactList();
  const nodes = findMetadataNodes(page.tree);
  const items = orderedItems(page.tree, isJsonLdRead ? nodes.jsonLdScripts : []);
  addJsonLdFacts(list, items);
  if (isMicrodataRead) addMicrodataFacts(list, page.tree, page.base);
  if (areMetasRead) addMetaFacts(list, { ...page, nodes });
  addShownFacts(list, page, findTitle(page, nodes));
  return { facts: list.facts, items };
}
