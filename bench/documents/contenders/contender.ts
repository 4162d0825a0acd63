import type { DocumentKind } from '../../../src/readers/document-files.ts';

/** Reads one file; rejects when it cannot. */
export type Convert = (bytes: Buffer, kind: DocumentKind) => Promise<string> | string;

/** Something that makes Markdown of files. */
export interface Contender {
  /** Loads what is needed; rejects when it is not installed. */
  open(): Promise<Convert>;
}
