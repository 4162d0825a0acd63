import type { Parser, RequestedPdf } from '../../contract/options/parsers.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { DocumentContent } from '../../readers/document.ts';
import { hasReadText } from '../../readers/has-read-text.ts';
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

/** Gives the options that the PDFs of a request are read with. */
export function pdfOptionsOf(parsers: readonly Parser[]): RequestedPdf {
  return parsers.find((parser) => parser.type === 'pdf') ?? DEFAULT_PDF;
}

/** A file for a reader's process, and the team and deadline that it is read for. */
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

/** Makes the reading of documents in the processes of a pool. */
export function createReadDocument(readers: ReaderPool): ReadDocumentFile {
  return async function readDocument({ deadline, teamId, ...request }) {
    const content = await readers.read(request, deadline, teamId).catch((error: unknown) => {
      throw asPdfFailure(error, request.kind);
    });
    const isSilent = content.warnings.length === 0 && !hasReadText(content);
    return isSilent ? { ...content, warnings: ['No text was found in the file.'] } : content;
  };
}

/** Gives one error for a PDF whose caller gave too little time, wherever in the reading the time was over. */
function asPdfFailure(error: unknown, kind: DocumentKind): unknown {
  if (kind !== 'pdf' || !(error instanceof ServiceError) || error.code !== 'SCRAPE_TIMEOUT') return error;
  return new ServiceError('SCRAPE_PDF_INSUFFICIENT_TIME_ERROR', {
    message: 'The file could not be read in the time that there was: raise timeout',
    cause: error,
  });
}
