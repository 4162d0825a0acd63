import type { Parser, RequestedPdf } from '../../contract/options/parsers.ts';
import type { Deadline } from '../../lib/deadline.ts';
import type { DocumentContent } from '../../readers/document.ts';
import type { DocumentKind } from '../../readers/document-files.ts';
import type { ReaderPool } from '../../readers/process/reader-pool.ts';

/** What becomes of a file: read, given as base64, or neither. */
export type Treatment = 'read' | 'base64' | 'refuse';

const DEFAULT_PDF: RequestedPdf = {
  type: 'pdf',
  mode: 'auto',
  pages: false,
  blocks: false,
  pageMarkers: false,
};

/**
 * What the option `parsers` says of a kind of file (wire contract 4): without any parser every file comes as base64. With
 * some, a PDF does when its parser is not among them, and an image is no file that can be read.
 */
export function treatmentOf(kind: DocumentKind, parsers: readonly Parser[]): Treatment {
  if (parsers.length === 0) return 'base64';
  if (kind !== 'pdf' && kind !== 'image') return 'read';
  if (parsers.some(({ type }) => type === kind)) return 'read';
  return kind === 'pdf' ? 'base64' : 'refuse';
}

/** How the PDFs of a request are to be read. */
export function pdfOptionsOf(parsers: readonly Parser[]): RequestedPdf {
  return parsers.find((parser) => parser.type === 'pdf') ?? DEFAULT_PDF;
}

export interface DocumentToRead {
  bytes: Uint8Array;
  kind: DocumentKind;
  pdf: RequestedPdf;
  /** Pictures are wanted as data URIs. */
  hasImages: boolean;
  deadline: Deadline;
  /** Teams take turns. */
  teamId: string | undefined;
}

/** A file as HTML. Throws a ServiceError for what is wrong with it. */
export type ReadDocumentFile = (document: DocumentToRead) => Promise<DocumentContent>;

export function createReadDocument(readers: ReaderPool): ReadDocumentFile {
  return async function readDocument({ deadline, teamId, ...request }) {
    const content = await readers.read(request, deadline, teamId);
    const isSilent = content.warnings.length === 0 && !hasText(content);
    return isSilent ? { ...content, warnings: ['No text was found in the file.'] } : content;
  };
}

/** Any letter between two tags. */
const TEXT = /(?:^|>)[^<]*[^<\s]/;

function hasText({ html, pages = [] }: DocumentContent): boolean {
  return TEXT.test(html) || pages.some((page) => TEXT.test(page.html));
}
