import type { ErrorCode } from '../contract/errors.ts';

export type DocumentErrorCode = Extract<
  ErrorCode,
  `SCRAPE_DOCUMENT_${string}` | `SCRAPE_PDF_${string}` | 'SCRAPE_UNSUPPORTED_FILE_ERROR'
>;

/** A fault of a file. The message is for the caller, and says what would be right where that helps. */
export class DocumentError extends Error {
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DocumentError';
    this.code = code;
  }
}
