import type { Namespaces } from '../xml/namespace-table.ts';

const OASIS = 'urn:oasis:names:tc:opendocument:xmlns:';

/** Prefixes that OpenDocument 1.3 itself uses for its namespaces, and those of OpenOffice.org 1 for the same. */
export const ODF_NAMESPACES: Namespaces = {
  [`${OASIS}office:1.0`]: 'office',
  [`${OASIS}style:1.0`]: 'style',
  [`${OASIS}text:1.0`]: 'text',
  [`${OASIS}table:1.0`]: 'table',
  [`${OASIS}drawing:1.0`]: 'draw',
  [`${OASIS}xsl-fo-compatible:1.0`]: 'fo',
  [`${OASIS}svg-compatible:1.0`]: 'svg',
  [`${OASIS}meta:1.0`]: 'meta',
  [`${OASIS}manifest:1.0`]: 'manifest',
  [`${OASIS}presentation:1.0`]: 'presentation',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://www.w3.org/1998/Math/MathML': 'math',
};
