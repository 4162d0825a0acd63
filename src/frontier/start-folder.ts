import { DOCUMENT_FILES } from '../readers/document-files.ts';
import { normalizePercentEncoding } from './same-page/percent-encoding.ts';

const PAGE_EXTENSIONS = ['[sx]?html?', 'php\\d?', 'aspx?', 'jspx?', 'cfm', 'cgi', 'pl'];
const TEXT_EXTENSIONS = ['md', 'txt', 'xml', 'json', 'csv', 'rss', 'atom'];
/** Extensions of documents, also of those that no reader knows; a picture is nothing to start at. */
const DOCUMENT_EXTENSIONS = [
  ...Object.values(DOCUMENT_FILES).flatMap((kind) => (kind === DOCUMENT_FILES.image ? [] : kind.extensions)),
  'ppt',
];

/** Endings of file names that a crawl may start at: the folder that the file lies in counts then. */
const FILE_NAME = new RegExp(
  `\\.(?:${[...PAGE_EXTENSIONS, ...TEXT_EXTENSIONS, ...DOCUMENT_EXTENSIONS].join('|')})$`,
  'i',
);

/**
 * The path that the children of a start URL lie under, without trailing slash: `/docs` for `/docs`, `/docs/` and
 * `/docs/index.html`, the empty text for the root.
 */
export function startFolder(start: URL): string {
  const path = normalizePercentEncoding(start.pathname);
  const lastSlash = path.lastIndexOf('/');
  return path.endsWith('/') || FILE_NAME.test(path) ? path.slice(0, lastSlash) : path;
}

/** True for the folder itself and everything below it, on the boundaries of segments: `/docs` holds no `/docs-old`. */
export function isInFolder(url: URL, folder: string): boolean {
  if (folder === '') return true;
  const path = normalizePercentEncoding(url.pathname);
  return path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/');
}
