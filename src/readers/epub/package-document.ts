import type { DocumentProperties } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { resolvePartName } from '../ooxml/part-name.ts';
import { parseXml } from '../xml/parse-xml.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml-element.ts';
import type { ZipArchive } from '../zip/open-zip.ts';
import { compactProperties } from '../compact-properties.ts';

const NAMESPACES = {
  'urn:oasis:names:tc:opendocument:xmlns:container': '',
  'http://www.idpf.org/2007/opf': '',
  'http://openebook.org/namespaces/oeb-package/1.0/': '',
  'http://purl.org/dc/elements/1.1/': 'dc',
};
const MAX_CHAPTERS = 10_000;
const CHAPTER_TYPES = new Set([
  'application/xhtml+xml',
  'text/html',
  'text/x-oeb1-document',
  'application/xml',
]);

/** The package document of a book (EPUB 3.3, section 5). */
export interface PackageDocument {
  /** Names of the chapters in reading order, each once; the table of contents is none. */
  chapters: readonly string[];
  properties: DocumentProperties;
}

/** Throws SCRAPE_DOCUMENT_DAMAGED when there is no package document and no chapter either. */
export function readPackageDocument(archive: ZipArchive, warnings: string[]): PackageDocument {
  const name = packageName(archive);
  const bytes = name === undefined ? undefined : archive.read(name);
  const root = bytes === undefined ? undefined : parseXml(bytes, NAMESPACES);
  const chapters = root === undefined || name === undefined ? [] : readSpine(root, name);
  if (chapters.length > 0) return { chapters, properties: readMetadata(root) };
  const named = archive.names.filter((one) => /\.x?html?$/i.test(one)).slice(0, MAX_CHAPTERS);
  if (named.length === 0) {
    throw new DocumentError('SCRAPE_DOCUMENT_DAMAGED', 'The file is damaged: it has no list of its chapters');
  }
  warnings.push('The order of the chapters is missing in the file; they are in that of their files.');
  return { chapters: named, properties: readMetadata(root) };
}

/** The container names the package document (EPUB OCF 3.3, section 4.2.6.3.1). */
function packageName(archive: ZipArchive): string | undefined {
  const container = archive.read('META-INF/container.xml');
  const root = container === undefined ? undefined : parseXml(container, NAMESPACES);
  const named = childOf(childOf(root, 'rootfiles'), 'rootfile')?.attributes['full-path'];
  const name = named === undefined ? undefined : resolvePartName('', named);
  return name !== undefined && archive.has(name) ? name : archive.names.find((one) => /\.opf$/i.test(one));
}

function readSpine(root: XmlElement, name: string): string[] {
  const items = new Map(
    childrenOf(childOf(root, 'manifest'), 'item').map(({ attributes }) => [
      attributes['id'] ?? '',
      attributes,
    ]),
  );
  const chapters = new Set<string>();
  for (const { attributes } of childrenOf(childOf(root, 'spine'), 'itemref').slice(0, MAX_CHAPTERS)) {
    const item = items.get(attributes['idref'] ?? '');
    if (item === undefined || item['href'] === undefined) continue;
    const isContents = (item['properties'] ?? '').split(/\s+/).includes('nav');
    const type = item['media-type']?.toLowerCase() ?? '';
    if (!isContents && CHAPTER_TYPES.has(type)) chapters.add(resolvePartName(name, item['href']));
  }
  return [...chapters];
}

/** Dublin Core and what EPUB adds (EPUB 3.3, section 5.5). */
function readMetadata(root: XmlElement | undefined): DocumentProperties {
  const metadata = childOf(root, 'metadata');
  // OEB 1 has one more element around them.
  const sources = [metadata, childOf(metadata, 'dc-metadata')];
  const all = (name: string): string[] =>
    sources
      .flatMap((source) => childrenOf(source, name))
      .map((element) => textOf(element).replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '');
  const meta = childrenOf(metadata, 'meta');
  const modified = meta.find(({ attributes }) => attributes['property'] === 'dcterms:modified');
  const generator = meta.find(({ attributes }) => attributes['name']?.toLowerCase() === 'generator');
  const publisher = all('dc:publisher').join(', ');
  const properties: Omit<Required<DocumentProperties>, 'custom' | 'subject'> = {
    title: all('dc:title')[0] ?? '',
    author: all('dc:creator').join(', '),
    keywords: all('dc:subject').join(', '),
    // Descriptions of shops hold markup.
    description: (all('dc:description')[0] ?? '')
      .replace(/<[^<>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    language: all('dc:language')[0] ?? '',
    createdAt: dateOf(all('dc:date')[0]),
    modifiedAt: dateOf(textOf(modified).trim()),
    generator: generator?.attributes['content']?.trim() ?? '',
  };
  return {
    ...compactProperties(properties),
    ...(publisher === '' ? {} : { custom: { publisher } }),
  };
}

function dateOf(text = ''): string {
  return /^\d{4}(?:-\d\d){0,2}(?:T\S+)?$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}
