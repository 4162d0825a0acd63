import { DOCUMENT_FILES } from '../readers/document-files.ts';
import { archive, audio, binary, video } from '../readers/refused-kinds.ts';

/** Extensions of the parts that pages are made with, and of files that are neither pages nor documents. */
const OTHER_EXTENSIONS =
  'css scss less js mjs cjs map svg eot cur webmanifest swf psd ics vcf torrent crx xpi cab img pkg appimage ts m4s';

const EXTENSIONS: ReadonlySet<string> = new Set([
  ...[DOCUMENT_FILES.image, audio, video, archive, binary].flatMap(({ extensions }) => extensions),
  ...OTHER_EXTENSIONS.split(' '),
]);

const LAST_EXTENSION = /\.([a-z\d]{1,11})$/i;

/**
 * True when the path ends in the name of a file that holds no text to read: images, audio, video, archives, programs,
 * fonts, style sheets, scripts. Documents (PDF, Word, ...), feeds and data files are pages. So is what a wiki has
 * under a file's name: `/wiki/Node.js`, `/w/File:Photo.jpg`.
 */
export function isFilePath(pathname: string): boolean {
  const extension = LAST_EXTENSION.exec(pathname)?.[1];
  if (extension === undefined || !EXTENSIONS.has(extension.toLowerCase())) return false;
  const name = pathname.slice(pathname.lastIndexOf('/'));
  return !/:|%3a/i.test(name) && !pathname.includes('/wiki/');
}
