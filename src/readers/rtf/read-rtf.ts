import type { DocumentContent, DocumentSource } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { linkedBookmarks } from './bookmarks.ts';
import { RtfDocument, type RtfChoices } from './rtf-document.ts';
import { RtfParser } from './rtf-parser.ts';

/** Bytes before the start of the file that are passed over: byte order marks and white space. */
const MAX_PREFIX = 1_024;
/** Beyond this share of the letters, a monospaced font is the font of the text and means nothing. */
const MAX_CODE_SHARE = 0.6;

/** Reads a file of RTF 1.9.1 or older. Throws a DocumentError when there is nothing of it. */
export function readRtf(source: DocumentSource): DocumentContent {
  const { bytes: raw, hasImages } = source;
  if (raw.length === 0) throw new DocumentError('SCRAPE_DOCUMENT_EMPTY', 'The file is empty');
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const start = bytes.subarray(0, MAX_PREFIX).toString('latin1').indexOf('{\\rtf');
  if (start === -1) {
    throw new DocumentError(
      'SCRAPE_DOCUMENT_DAMAGED',
      'The file is damaged: it does not begin like an RTF file',
    );
  }
  const targets = linkedBookmarks(bytes);
  const first = parse(bytes, start, { hasImages, targets, isMonospacedCode: true });
  const { all, monospaced } = first.letters;
  if (monospaced <= all * MAX_CODE_SHARE) return first.content;
  return parse(bytes, start, { hasImages, targets, isMonospacedCode: false }).content;
}

function parse(
  bytes: Buffer,
  start: number,
  choices: RtfChoices,
): { content: DocumentContent; letters: RtfDocument['letters'] } {
  const document = new RtfDocument(choices, { isBody: true });
  const isWhole = new RtfParser(bytes, start, document).run();
  if (!isWhole) document.warnings.add('The file ends too early; what is missing could not be read.');
  return { content: document.finish(), letters: document.letters };
}
