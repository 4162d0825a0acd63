import type { DocumentProperties } from '../document.ts';
import { childOf, childrenOf, isElement, textOf, type XmlElement } from '../xml/xml-element.ts';
import type { OoxmlPackage } from './open-ooxml.ts';
import { partOfType } from './relationships.ts';
import { compactProperties } from '../compact-properties.ts';

const MAX_CUSTOM = 200;

/**
 * Reads the properties of the package: core, extended and custom properties (ECMA-376 part 2 section 11, part 1
 * sections 22.2 and 22.3). A part that is broken says nothing.
 */
export function readDocumentProperties(file: OoxmlPackage): DocumentProperties {
  const rootOf = (type: string, usual: string): XmlElement | undefined =>
    file.parse(partOfType(file.relationshipsOf(''), type) ?? usual);
  const core = rootOf('core-properties', 'docProps/core.xml');
  const extended = rootOf('extended-properties', 'docProps/app.xml');
  const custom = readCustom(rootOf('custom-properties', 'docProps/custom.xml'));
  return compactProperties({
    title: valueOf(core, 'dc:title'),
    author: valueOf(core, 'dc:creator'),
    subject: valueOf(core, 'dc:subject'),
    keywords: valueOf(core, 'cp:keywords'),
    description: valueOf(core, 'dc:description'),
    language: valueOf(core, 'dc:language'),
    createdAt: dateOf(core, 'dcterms:created'),
    modifiedAt: dateOf(core, 'dcterms:modified'),
    generator: generatorOf(extended),
    custom: Object.keys(custom).length > 0 ? custom : undefined,
  });
}

function valueOf(root: XmlElement | undefined, name: string): string | undefined {
  const text = textOf(childOf(root, name)).trim();
  return text === '' ? undefined : text;
}

/** W3CDTF, which is ISO 8601 (ECMA-376 part 2, section 11.2); anything else is not passed on. */
function dateOf(root: XmlElement | undefined, name: string): string | undefined {
  const text = valueOf(root, name);
  if (text === undefined || !/^\d{4}(?:-\d\d){0,2}(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?$/.test(text))
    return undefined;
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}

function generatorOf(root: XmlElement | undefined): string | undefined {
  const application = valueOf(root, 'ep:Application');
  const version = valueOf(root, 'ep:AppVersion');
  return application === undefined || version === undefined ? application : `${application} ${version}`;
}

function readCustom(root: XmlElement | undefined): Record<string, string> {
  const values = new Map<string, string>();
  for (const property of childrenOf(root, 'cust:property').slice(0, MAX_CUSTOM)) {
    const name = property.attributes['name']?.trim();
    const value = textOf(property.children.find(isElement)).trim();
    if (name !== undefined && name !== '' && value !== '') values.set(name, value);
  }
  return Object.fromEntries(values);
}
