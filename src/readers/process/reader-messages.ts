import type { RequestedPdf } from '../../contract/options/parsers.ts';
import type { DocumentContent } from '../document.ts';
import type { DocumentKind } from '../document-files.ts';
import type { DocumentErrorCode } from '../document-error.ts';

/** A file to read. */
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

/** The rights that a process gives up before it sees a file. */
export interface ReaderRights {
  /** Undefined: it stays the user that it is. */
  identity: ReaderIdentity | undefined;
  /** A filter of the kernel leaves it nothing but computing and its pipes. */
  isFiltered: boolean;
}

/** A message to a reader; the bytes of a file go beside the message. */
export type ToReader =
  | {
      type: 'prepare';
      rights: ReaderRights;
      ocrLanguages: readonly string[];
    }
  | { type: 'read'; id: number; request: Omit<DocumentRequest, 'bytes'>; budgetMs: number };

export type RefusalCode = DocumentErrorCode | 'FEATURE_NOT_AVAILABLE';

/** A message from a reader; `id` is that of the file that the message is about. */
export type FromReader =
  | { type: 'ready' }
  | { type: 'partial'; id: number; content: DocumentContent }
  | { type: 'content'; id: number; content: DocumentContent }
  /** The fault of the file, or of the settings. */
  | { type: 'refusal'; id: number; code: RefusalCode; message: string }
  /** A bug of the reader: the process ends. */
  | { type: 'failure'; message: string };
