import type { ReadDocument } from './document.ts';

/** A fetched or uploaded file as text. */
export interface TextSource {
  /** Decoded content, without byte order mark. */
  text: string;
  /** Media type of the response header, when there was one. */
  contentType?: string | undefined;
  url: URL;
}

/** A file in the service's inner form. */
export interface ReadResult {
  html: string;
  /** The answer of the `markdown` format, where the file itself is better than a conversion of `html`. */
  markdown?: string;
}

/** Bytes as Latin-1, where they stand from the beginning of a file. */
interface BytesAt {
  bytes: string;
  /** 0 when absent. */
  offset?: number;
}

/** Bytes that files of a kind have at their beginning, both parts of them. */
export interface Signature extends BytesAt {
  also?: BytesAt;
}

/** A kind of file, and everything by which it is told from the others. */
export interface FileKind {
  /** Name in a sentence, such as "PDF files". */
  label: string;
  /** Media types in lower case, without parameters. */
  mediaTypes: readonly string[];
  /** File name extensions in lower case, without dot. */
  extensions: readonly string[];
  signatures?: readonly Signature[];
  /** The mark in a ZIP container: the beginning of its first entry `mimetype`, or the folder that no other kind has. */
  zip?: { mimetype: string } | { folder: string };
  /** The mark in an OLE compound file: names of streams in its root storage that no other kind has. */
  oleStreams?: readonly string[];
  /** A file with these signatures may hold nothing but text, and is none even when its header says so. */
  canLookLikeText?: boolean;
}

/** Turns one kind of file into HTML. */
export interface Reader extends FileKind {
  read(source: TextSource): ReadResult;
}

/** A kind of file that a process of its own reads. */
export interface DocumentFile extends FileKind {
  /** Gives the reader; called in the process that reads, never in the service itself. */
  load(): Promise<ReadDocument>;
}

/** A kind of file that is recognised and refused: there is no text in it, or nothing here reads it. */
export interface RefusedKind extends FileKind {
  isRefused: true;
  /** There is text in it, but no reader for it. */
  isUnread?: boolean;
}
