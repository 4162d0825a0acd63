import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';

/** Prefixes of the extensions whose content is read; everybody calls them so. */
const UNDERSTOOD = new Set(['wps', 'wpg', 'wpc', 'wp14', 'w14', 'w15', 'w16', 'a14', 'v', 'w', 'wp', 'm']);

/**
 * The one version to read of what a file has in several (ECMA-376 part 3, section 9.3): the first that asks for no more
 * than is understood, else the one for old programs.
 */
export function chosenAlternative(element: XmlElement): XmlElement | undefined {
  const choices = childrenOf(element, 'mc:Choice');
  const chosen = choices.find(({ attributes }) => {
    const needs = (attributes['Requires'] ?? '').split(/\s+/).filter((prefix) => prefix !== '');
    return needs.every((prefix) => UNDERSTOOD.has(prefix));
  });
  return chosen ?? childOf(element, 'mc:Fallback') ?? choices[0];
}
