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
  /** What the `markdown` format answers, where the file says it better than a conversion of `html` would. */
  markdown?: string;
}

interface FileKind {
  /** Name in a sentence, such as "PDF files". */
  label: string;
  /** Media types in lower case, without parameters. */
  mediaTypes: readonly string[];
  /** File name extensions in lower case, without dot. */
  extensions: readonly string[];
}

/** Turns one kind of file into HTML. */
export interface Reader extends FileKind {
  read(source: TextSource): ReadResult;
}

/** A kind of file that a process of its own reads (`process/document-readers.ts`). */
export interface DocumentFile extends FileKind {
  isDocument: true;
}

/** A kind of file that is recognised and refused: there is no text in it. */
export interface RefusedKind extends FileKind {
  isRefused: true;
}
