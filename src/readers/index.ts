import { ServiceError } from '../lib/service-error.ts';
import { codeReader } from './text/code.ts';
import { csvReader } from './text/csv.ts';
import { DOCUMENT_FILES, type DocumentKind } from './document-files.ts';
import { htmlReader } from './text/html.ts';
import { jsonReader } from './text/json.ts';
import { markdownReader } from './text/markdown.ts';
import { plainTextReader } from './text/plain-text.ts';
import type { FileKind, Reader, RefusedKind } from './reader.ts';
import { refusalOfKind } from './refusal-of-kind.ts';
import * as refused from './refused-kinds.ts';
import { xmlReader } from './text/xml.ts';

/** The process that reads documents knows how they are read. */
const documents: Readonly<Record<DocumentKind, FileKind>> = DOCUMENT_FILES;

/** Every kind of content that is told apart, with its reader, or with what else becomes of it. */
export const READERS = {
  html: htmlReader,
  json: jsonReader,
  xml: xmlReader,
  text: plainTextReader,
  markdown: markdownReader,
  csv: csvReader,
  code: codeReader,
  ...documents,
  audio: refused.audio,
  video: refused.video,
  archive: refused.archive,
  presentation: refused.presentation,
  binary: refused.binary,
} as const satisfies Record<string, Reader | FileKind | RefusedKind>;

export type ContentKind = keyof typeof READERS;

/** The kinds in the order of the registry: where two have the same mark, the first one counts. */
export const KINDS = Object.entries(READERS) as ReadonlyArray<
  readonly [ContentKind, Reader | FileKind | RefusedKind]
>;

/** Tells whether a process of its own reads this kind. */
export function isDocumentKind(kind: ContentKind): kind is DocumentKind {
  return Object.hasOwn(DOCUMENT_FILES, kind);
}

/** The reader for a kind of text; throws SCRAPE_UNSUPPORTED_FILE_ERROR for what is refused. */
export function readerFor(kind: Exclude<ContentKind, DocumentKind>): Reader {
  const entry: Reader | RefusedKind = READERS[kind];
  if ('read' in entry) return entry;
  const reason = refusalOfKind(entry);
  throw new ServiceError('SCRAPE_UNSUPPORTED_FILE_ERROR', {
    message: reason.charAt(0).toUpperCase() + reason.slice(1),
    details: { kind },
  });
}
