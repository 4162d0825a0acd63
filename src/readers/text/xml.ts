import { codeBlockHtml, normaliseLines } from './code-block.ts';
import type { Reader } from '../reader.ts';

/** XML, feeds and SVG as source; XHTML is a web page and goes the way of HTML. */
export const xmlReader: Reader = {
  label: 'XML files',
  mediaTypes: ['application/xml', 'text/xml', 'application/rss+xml', 'application/atom+xml', 'image/svg+xml'],
  extensions: ['xml', 'rss', 'atom', 'svg', 'xsd', 'xsl', 'xslt', 'rdf', 'kml', 'gpx', 'opml'],
  read: ({ text }) => ({ html: codeBlockHtml(normaliseLines(text), 'xml') }),
};
