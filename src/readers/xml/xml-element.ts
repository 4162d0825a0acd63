/** An element of a parsed XML file; names carry the prefix that the caller's table gives their namespace. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** In document order; text as it stands, white space included. */
  children: Array<XmlElement | string>;
}

export function isElement(node: XmlElement | string): node is XmlElement {
  return typeof node !== 'string';
}

/** The first child with this name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined) return undefined;
  for (const child of element.children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  if (element === undefined) return [];
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  );
}

/** All text below an element; the parser has bounded how deep that is. */
export function textOf(element: XmlElement | undefined): string {
  if (element === undefined) return '';
  let text = '';
  for (const child of element.children) text += typeof child === 'string' ? child : textOf(child);
  return text;
}
