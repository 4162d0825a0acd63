import type { XmlElement } from '../../xml/xml-element.ts';
import { isOn } from '../property-value.ts';

/** How a run is set, as far as it says so; what is undefined is inherited. */
export interface RunFormat {
  isBold?: boolean;
  isItalic?: boolean;
  isStruck?: boolean;
  position?: 'superscript' | 'subscript' | 'baseline';
  isHidden?: boolean;
  /** Hidden where a document is shown as a page of the web, such as page numbers in a table of contents. */
  isWebHidden?: boolean;
  font?: string;
  style?: string;
}

/** Reads `w:rPr`; one object for runs without properties. */
export function readRunFormat(properties: XmlElement | undefined): RunFormat {
  if (properties === undefined) return EMPTY;
  const format: RunFormat = {};
  for (const child of properties.children) {
    if (typeof child !== 'string') readProperty(format, child);
  }
  return format;
}

const EMPTY: RunFormat = Object.freeze({});

function readProperty(format: RunFormat, property: XmlElement): void {
  const { name, attributes } = property;
  switch (name) {
    case 'w:b':
      format.isBold = isOn(property);
      break;
    case 'w:i':
      format.isItalic = isOn(property);
      break;
    case 'w:strike':
    case 'w:dstrike':
      format.isStruck = isOn(property) || format.isStruck === true;
      break;
    case 'w:vertAlign':
      format.position = positionOf(attributes['w:val']);
      break;
    case 'w:vanish':
      format.isHidden = isOn(property);
      break;
    case 'w:webHidden':
      format.isWebHidden = isOn(property);
      break;
    case 'w:rFonts': {
      const font = attributes['w:ascii'] ?? attributes['w:hAnsi'];
      if (font !== undefined) format.font = font;
      break;
    }
    case 'w:rStyle':
      if (attributes['w:val'] !== undefined) format.style = attributes['w:val'];
      break;
    default:
  }
}

function positionOf(value: string | undefined): 'superscript' | 'subscript' | 'baseline' {
  return value === 'superscript' || value === 'subscript' ? value : 'baseline';
}
