import { isInertTemplate } from '../inert-template.ts';
import { FIRST_ELEMENT_TAG, H1, HTML, LINK, META, SCRIPT, TEMPLATE, TITLE } from '../tags.ts';
import type { Tree } from '../tree.ts';

/** The elements that tell something about the page, in document order. */
export interface MetadataNodes {
  /** The root element, undefined for an empty page. */
  html: number | undefined;
  metas: readonly number[];
  links: readonly number[];
  titles: readonly number[];
  headings: readonly number[];
  jsonLdScripts: readonly number[];
  /** The elements with an `itemprop` or a `rel`, wherever they lie. */
  marked: readonly number[];
}

/** Finds them; only a marked element may lie in SVG, MathML or an inert template. */
export function findMetadataNodes(tree: Tree): MetadataNodes {
  let html: number | undefined;
  const metas: number[] = [];
  const links: number[] = [];
  const titles: number[] = [];
  const headings: number[] = [];
  const jsonLdScripts: number[] = [];
  const { tag, namespace, end, length } = tree;
  for (let node = 1; node < length; node++) {
    if (tag[node]! < FIRST_ELEMENT_TAG || namespace[node] !== 0) continue;
    switch (tag[node]) {
      case TEMPLATE:
        if (isInertTemplate(tree, node)) node = end[node]! - 1;
        break;
      case HTML:
        html ??= node;
        break;
      case META:
        metas.push(node);
        break;
      case LINK:
        links.push(node);
        break;
      case TITLE:
        titles.push(node);
        break;
      case H1:
        headings.push(node);
        break;
      case SCRIPT:
        if (isJsonLd(tree.attribute(node, 'type'))) jsonLdScripts.push(node);
        break;
      default:
    }
  }
  const marked = tree.elementsWith('itemprop', 'rel');
  return { html, metas, links, titles, headings, jsonLdScripts, marked };
}

function isJsonLd(type: string | undefined): boolean {
  return type !== undefined && /^\s*application\/ld\+json\s*(?:;|$)/i.test(type);
}
