import type { DocumentProperties } from '../document.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.ts';
import { compactProperties } from '../compact-properties.ts';

const MAX_CUSTOM = 200;

/** Reads the properties of a file from `office:meta` (ODF 1.3 part 3, section 4.3). */
export function readOdfProperties(meta: XmlElement | undefined): DocumentProperties {
  const value = (name: string): string | undefined => trimmed(textOf(childOf(meta, name)));
  const keywords = childrenOf(meta, 'meta:keyword')
    .map((keyword) => textOf(keyword).trim())
    .filter((keyword) => keyword !== '');
  const custom = readCustom(meta);
  const found = {
    title: value('dc:title'),
    author: value('meta:initial-creator') ?? value('dc:creator'),
    subject: value('dc:subject'),
    keywords: trimmed(keywords.join(', ')),
    description: value('dc:description'),
    language: value('dc:language'),
    createdAt: dateOf(value('meta:creation-date')),
    modifiedAt: dateOf(value('dc:date')),
    generator: value('meta:generator'),
    custom: Object.keys(custom).length > 0 ? custom : undefined,
  };
  return compactProperties(found);
}

function trimmed(text: string): string | undefined {
  const value = text.trim();
  return value === '' ? undefined : value;
}

/** Some programs write nine digits of a second, or no date at all. */
function dateOf(value: string | undefined): string | undefined {
  const date = value?.replace(/(\.\d{3})\d+/, '$1');
  if (date === undefined || !/^\d{4}-\d\d-\d\d/.test(date) || Number.isNaN(Date.parse(date)))
    return undefined;
  return date;
}

function readCustom(meta: XmlElement | undefined): Record<string, string> {
  const values = new Map<string, string>();
  for (const property of childrenOf(meta, 'meta:user-defined').slice(0, MAX_CUSTOM)) {
    const name = property.attributes['meta:name']?.trim() ?? '';
    const value = textOf(property).trim();
    if (name !== '' && value !== '') values.set(name, value);
  }
  return Object.fromEntries(values);
}
