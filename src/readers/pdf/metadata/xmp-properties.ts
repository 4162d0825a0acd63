import type { DocumentProperties } from '../../document.ts';
import { DocumentError } from '../../document-error.ts';
import { parseXml } from '../../xml/parse-xml.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.ts';
import { readPdfDate } from '../extract/pdf-date.ts';

const NAMESPACES = {
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://ns.adobe.com/xap/1.0/': 'xmp',
  'adobe:ns:meta/': 'x',
};
const MAX_LENGTH = 5_000;

/**
 * Reads the properties of a file from an XMP packet (ISO 16684-1): title, author and dates. Empty when it cannot be
 * read.
 */
export function readXmpProperties(packet: string): DocumentProperties {
  const descriptions = descriptionsOf(packet);
  const simple = (name: string): string | undefined => {
    for (const description of descriptions) {
      const value = cleaned(description.attributes[name] ?? textOf(childOf(description, name)));
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const list = (name: string): string[] => descriptions.flatMap((one) => itemsOf(childOf(one, name)));
  const title = list('dc:title')[0] ?? simple('dc:title');
  const author = cleaned(list('dc:creator').join(', ')) ?? simple('dc:creator');
  const createdAt = readPdfDate(simple('xmp:CreateDate'));
  const modifiedAt = readPdfDate(simple('xmp:ModifyDate'));
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(modifiedAt === undefined ? {} : { modifiedAt }),
  };
}

function descriptionsOf(packet: string): XmlElement[] {
  try {
    const root = parseXml(Buffer.from(packet), NAMESPACES);
    const rdf = root?.name === 'rdf:RDF' ? root : childOf(root, 'rdf:RDF');
    return childrenOf(rdf, 'rdf:Description');
  } catch (error) {
    if (error instanceof DocumentError) return [];
    throw error;
  }
}

/** Texts of an array (ISO 16684-1, 7.7); of one by language, the default comes first. */
function itemsOf(property: XmlElement | undefined): string[] {
  const array = childOf(property, 'rdf:Alt') ?? childOf(property, 'rdf:Seq') ?? childOf(property, 'rdf:Bag');
  const items = childrenOf(array, 'rdf:li');
  const ordered = items.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  return ordered.map((item) => cleaned(textOf(item))).filter((text) => text !== undefined);
}

function isDefault({ attributes }: XmlElement): boolean {
  return attributes['xml:lang'] === 'x-default';
}

function cleaned(text: string): string | undefined {
  const clean = text
    .replaceAll(/[\0-\x1f\x7f\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
  return clean === '' ? undefined : clean;
}
