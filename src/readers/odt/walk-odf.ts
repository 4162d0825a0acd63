import { walkXml } from '../xml/parse-xml.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import { ODF_NAMESPACES } from '../odf/odf-namespaces.ts';

export type OdfContainer =
  | 'office:font-face-decls'
  | 'office:styles'
  | 'office:automatic-styles'
  | 'office:meta'
  | 'office:text'
  | 'office:presentation'
  | 'office:drawing';

const CONTAINERS: ReadonlySet<string> = new Set<OdfContainer>([
  'office:font-face-decls',
  'office:styles',
  'office:automatic-styles',
  'office:meta',
  'office:text',
  'office:presentation',
  'office:drawing',
]);
/** Depth of the containers, whose parents are the root and, for text, the body. */
const MAX_CONTAINER_DEPTH = 3;

/**
 * Hands over the children of the main parts of a file, each as a tree that may be dropped after: so a file needs the
 * memory of its largest block. Same errors as `walkXml`.
 */
export function walkOdf(
  bytes: Uint8Array,
  onChild: (container: OdfContainer, child: XmlElement) => void,
): void {
  const open: XmlElement[] = [];
  let container: OdfContainer | undefined;
  let depth = 0;
  walkXml(bytes, ODF_NAMESPACES, {
    onOpen(name, attributes) {
      depth++;
      if (container === undefined) {
        if (depth <= MAX_CONTAINER_DEPTH && CONTAINERS.has(name)) container = name as OdfContainer;
        return;
      }
      const element: XmlElement = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    onText(text) {
      const children = open.at(-1)?.children;
      if (children === undefined) return;
      const last = children.length - 1;
      // Entities part a text.
      if (typeof children[last] === 'string') children[last] += text;
      else children.push(text);
    },
    onClose() {
      depth--;
      if (container === undefined) return;
      const element = open.pop();
      if (element === undefined) container = undefined;
      else if (open.length === 0) onChild(container, element);
    },
  });
}
