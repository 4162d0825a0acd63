import { OOXML_NAMESPACES } from '../../ooxml/ooxml-namespaces.ts';
import { walkChildren } from '../../xml/walk-children.ts';
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.ts';
import { leftIndent, toInteger, valueOf } from '../property-value.ts';
import { readRunFormat } from './run-format.ts';
import type { StoredStyle } from './style.ts';
import { StyleSheet } from './style-sheet.ts';

/** Reads the part of the styles; without one, everything is text. */
export function readStyles(part: Uint8Array | undefined): StyleSheet {
  const styles: StoredStyle[] = [];
  let defaults: XmlElement | undefined;
  if (part !== undefined) {
    walkChildren(part, OOXML_NAMESPACES, 'w:styles', (child) => {
      if (child.name === 'w:style') styles.push(readStyle(child));
      else if (child.name === 'w:docDefaults') defaults = childOf(childOf(child, 'w:rPrDefault'), 'w:rPr');
    });
  }
  return new StyleSheet(styles, readRunFormat(defaults), languageOf(defaults));
}

function readStyle(style: XmlElement): StoredStyle {
  const { attributes } = style;
  const paragraph = childOf(style, 'w:pPr');
  const run = childOf(style, 'w:rPr');
  const numbering = childOf(paragraph, 'w:numPr');
  return {
    id: attributes['w:styleId'] ?? '',
    type: attributes['w:type'] ?? 'paragraph',
    name: (valueOf(style, 'w:name') ?? '').toLowerCase(),
    basedOn: valueOf(style, 'w:basedOn'),
    isDefault: /^(?:1|true|on)$/.test(attributes['w:default'] ?? ''),
    outlineLevel: toInteger(valueOf(paragraph, 'w:outlineLvl')),
    list: valueOf(numbering, 'w:numId'),
    listLevel: toInteger(valueOf(numbering, 'w:ilvl')),
    indent: leftIndent(paragraph),
    run: readRunFormat(run),
    language: languageOf(run),
    hasFirstRow: childrenOf(style, 'w:tblStylePr').some(
      (part) => part.attributes['w:type'] === 'firstRow' && part.children.length > 0,
    ),
  };
}

function languageOf(run: XmlElement | undefined): string | undefined {
  return valueOf(run, 'w:lang');
}
