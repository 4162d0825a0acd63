import type { Namespaces } from '../xml/namespace-table.ts';

const TRANSITIONAL = 'http://schemas.openxmlformats.org';
const STRICT = 'http://purl.oclc.org/ooxml';

/** Names of both kinds of Office Open XML files: transitional (ECMA-376 part 4) and strict (part 1). */
const BOTH: ReadonlyArray<readonly [prefix: string, transitional: string, strict: string]> = [
  ['w', 'wordprocessingml/2006/main', 'wordprocessingml/main'],
  ['r', 'officeDocument/2006/relationships', 'officeDocument/relationships'],
  ['m', 'officeDocument/2006/math', 'officeDocument/math'],
  ['vt', 'officeDocument/2006/docPropsVTypes', 'officeDocument/docPropsVTypes'],
  ['ep', 'officeDocument/2006/extended-properties', 'officeDocument/extendedProperties'],
  ['cust', 'officeDocument/2006/custom-properties', 'officeDocument/customProperties'],
  ['a', 'drawingml/2006/main', 'drawingml/main'],
  ['pic', 'drawingml/2006/picture', 'drawingml/picture'],
  ['wp', 'drawingml/2006/wordprocessingDrawing', 'drawingml/wordprocessingDrawing'],
  ['xdr', 'drawingml/2006/spreadsheetDrawing', 'drawingml/spreadsheetDrawing'],
  ['c', 'drawingml/2006/chart', 'drawingml/chart'],
  ['dgm', 'drawingml/2006/diagram', 'drawingml/diagram'],
  ['p', 'presentationml/2006/main', 'presentationml/main'],
  ['x', 'spreadsheetml/2006/main', 'spreadsheetml/main'],
];

/** Namespaces of Office Open XML and what its files use besides, with the prefixes that everybody gives them. */
export const OOXML_NAMESPACES: Namespaces = {
  ...Object.fromEntries(BOTH.map(([prefix, name]) => [`${TRANSITIONAL}/${name}`, prefix])),
  ...Object.fromEntries(BOTH.map(([prefix, , name]) => [`${STRICT}/${name}`, prefix])),
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup': 'wpg',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas': 'wpc',
  'http://schemas.microsoft.com/office/drawing/2017/decorative': 'adec',
  'http://schemas.microsoft.com/office/drawing/2016/SVG/main': 'asvg',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'http://schemas.openxmlformats.org/package/2006/metadata/core-properties': 'cp',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
};

/** Files of the package itself: their names carry no prefix. */
export const PACKAGE_NAMESPACES: Namespaces = {
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://schemas.openxmlformats.org/package/2006/content-types': '',
};
