import { childOf, type XmlElement } from '../xml/xml-element.ts';

/** On or off (ECMA-376 part 1, section 22.9.2.7): a property that is there without a value is on. */
export function isOn(property: XmlElement): boolean {
  switch (property.attributes['w:val']) {
    case '0':
    case 'false':
    case 'off':
    case 'none':
      return false;
    default:
      return true;
  }
}

/** The same of a child, undefined when it is not there. */
export function toggleOf(element: XmlElement | undefined, name: string): boolean | undefined {
  const property = childOf(element, name);
  return property === undefined ? undefined : isOn(property);
}

/** `w:val` of a child. */
export function valueOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.attributes['w:val'];
}

/** An integer; undefined for anything else. */
export function toInteger(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number.parseInt(text, 10);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Left indentation in twentieths of a point; names differ with the version of the standard. */
export function leftIndent(properties: XmlElement | undefined): number | undefined {
  const attributes = childOf(properties, 'w:ind')?.attributes;
  return toInteger(attributes?.['w:left'] ?? attributes?.['w:start']);
}
