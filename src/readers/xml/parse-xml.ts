import { Parser } from 'htmlparser2';
import { DocumentError } from '../document-error.ts';
import { decodeXml } from './decode-xml.ts';
import { NamespaceTable, type Namespaces } from './namespace-table.ts';
import type { XmlElement } from './xml-element.ts';

/** Deeper than any real file; readers may recurse this far. */
const MAX_XML_DEPTH = 1_000;
/** Elements; some 200 bytes of memory each. */
const MAX_ELEMENTS = 4_000_000;

export interface XmlHandler {
  /** `name` and the names of `attributes` carry the prefixes of the caller's table. */
  onOpen(name: string, attributes: Record<string, string>): void;
  onText(text: string): void;
  onClose(name: string): void;
}

/**
 * Walks over an XML file. Broken markup is read as far as it makes sense; document types and the entities that they
 * define are not looked at. Throws SCRAPE_DOCUMENT_TOO_COMPLEX for what nests too deep or has too many elements.
 * `namespaces` maps namespace names to the prefixes that the handler knows them by; other prefixes stay as they are.
 */
export function walkXml(bytes: Uint8Array, namespaces: Namespaces, handler: XmlHandler): void {
  const table = new NamespaceTable(namespaces);
  let depth = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > MAX_XML_DEPTH) throw tooComplex(`nests deeper than ${MAX_XML_DEPTH} elements`);
        if (++elements > MAX_ELEMENTS) throw tooComplex(`has more than ${MAX_ELEMENTS} elements`);
        table.enter(attributes);
        handler.onOpen(table.nameOf(name), table.attributesOf(attributes));
      },
      ontext: (text) => handler.onText(text),
      onclosetag(name) {
        depth--;
        handler.onClose(table.nameOf(name));
        table.leave();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(decodeXml(bytes));
}

/** The root element; undefined when there is none. Same rules as `walkXml`. */
export function parseXml(bytes: Uint8Array, namespaces: Namespaces = {}): XmlElement | undefined {
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [top];
  walkXml(bytes, namespaces, {
    onOpen(name, attributes) {
      const element: XmlElement = { name, attributes, children: [] };
      open.at(-1)!.children.push(element);
      open.push(element);
    },
    onText(text) {
      const { children } = open.at(-1)!;
      const last = children.length - 1;
      // Entities part a text.
      if (typeof children[last] === 'string') children[last] += text;
      else children.push(text);
    },
    onClose() {
      open.pop();
    },
  });
  return top.children.find((child): child is XmlElement => typeof child !== 'string');
}

function tooComplex(what: string): DocumentError {
  return new DocumentError('SCRAPE_DOCUMENT_TOO_COMPLEX', `The file ${what}`);
}
