import type { Namespaces } from './namespace-table.ts';
import { walkXml } from './parse-xml.ts';
import type { XmlElement } from './xml-element.ts';

/** Shared by all elements that have none: most have no attributes, and many no children. */
const NO_ATTRIBUTES: XmlElement['attributes'] = Object.freeze({});
const NO_CHILDREN: XmlElement['children'] = [];

/**
 * Hands over the child elements of every element named `container`, each as a tree of its own that may be dropped after:
 * so a file needs the memory of its largest block. The trees are for reading only. Same rules as `walkXml`; what `onChild`
 * throws ends the walk.
 */
export function walkChildren(
  bytes: Uint8Array,
  namespaces: Namespaces,
  container: string,
  onChild: (child: XmlElement) => void,
): void {
  const open: XmlElement[] = [];
  let isInContainer = false;
  /** Pieces of the text that is being read: entities part it. */
  let pieces: string[] = [];
  const append = (child: XmlElement | string): void => {
    const parent = open.at(-1);
    if (parent === undefined) return;
    // An array that grows from nothing takes room for 17; most elements have a single child.
    if (parent.children.length === 0) parent.children = [child];
    else parent.children.push(child);
  };
  const endText = (): void => {
    if (pieces.length === 0) return;
    append(pieces.length === 1 ? pieces[0]! : pieces.join(''));
    pieces = [];
  };
  walkXml(bytes, namespaces, {
    onOpen(name, attributes) {
      if (!isInContainer) {
        isInContainer = name === container;
        return;
      }
      endText();
      const element: XmlElement = {
        name,
        attributes: isEmpty(attributes) ? NO_ATTRIBUTES : attributes,
        children: NO_CHILDREN,
      };
      append(element);
      open.push(element);
    },
    onText(text) {
      if (open.length > 0) pieces.push(text);
    },
    onClose() {
      if (!isInContainer) return;
      endText();
      const element = open.pop();
      if (element === undefined) isInContainer = false;
      else if (open.length === 0) onChild(element);
    },
  });
}

function isEmpty(attributes: Readonly<Record<string, string>>): boolean {
  for (const _ in attributes) return false;
  return true;
}
