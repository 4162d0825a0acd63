import type { RequestedPdf } from '../../contract/parsers.ts';
import type { DocumentContent, DocumentKind } from '../document.ts';
import type { DocumentErrorCode } from '../document-error.ts';

/** A file to read, as it crosses to the process. */
export interface DocumentRequest {
  bytes: Uint8Array;
  kind: DocumentKind;
  pdf: RequestedPdf;
  hasImages: boolean;
}

/** User and group that a process becomes before it sees a file. */
export interface ReaderIdentity {
  uid: number;
  gid: number;
}

export type ToReader =
  | { type: 'prepare'; identity: ReaderIdentity | undefined; ocrLanguages: readonly string[] }
  | { type: 'read'; request: DocumentRequest; budgetMs: number };

export type FromReader =
  | { type: 'ready' }
  | { type: 'partial'; content: DocumentContent }
  | { type: 'content'; content: DocumentContent }
  /** What is wrong with the file, or with the settings. */
  | { type: 'refusal'; code: DocumentErrorCode | 'FEATURE_NOT_AVAILABLE'; message: string }
  /** A bug of the reader: the process ends. */
  | { type: 'failure'; message: string };
