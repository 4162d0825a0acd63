import type { Parser, RequestedPdf } from '../../contract/options/parsers.ts';
import type { Deadline } from '../../lib/deadline.ts';
import type { DocumentContent } from '../../readers/document.ts';
import type { DocumentKind } from '../../readers/document-files.ts';
import type { ReaderPool } from '../../readers/process/reader-pool.ts';

/** The treatment of a file: it is read, given as base64, or refused. */
export type Treatment = 'read' | 'base64' | 'refuse';

const DEFAULT_PDF: RequestedPdf = {
  type: 'pdf',
  mode: 'auto',
  pages: false,
  blocks: false,
  pageMarkers: false,
};

/**
 * Tells the treatment of a kind of file from the option `parsers` (wire contract 4). Without any parser every file
 * comes as base64. With some, a PDF without its parser comes as base64, and an image without its parser is refused.
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

/** Reads a file as HTML. Rejects with a ServiceError that says what is wrong with the file. */
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
