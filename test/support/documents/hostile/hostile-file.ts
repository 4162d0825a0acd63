import type { DocumentKind } from '../../../../src/readers/document-files.ts';

/** A file that was made to hurt whoever reads it. */
export interface HostileFile {
  /** Of a file: its extension says what it claims to be. */
  name: string;
  /** The reader that it is meant for. */
  kind: DocumentKind;
  /** Bytes, made anew; the same each time. */
  make(): Buffer;
  /** What is to come of it within its time: text, a clear error, or one of the two. */
  expect: 'content' | 'error' | 'either';
  /** Takes any time that it is given, or seconds until it has all memory: a reader is ended over it. */
  isEndless?: boolean;
}
