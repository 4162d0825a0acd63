import { ServiceError } from '../lib/service-error.ts';
import { codeReader } from './code.ts';
import { csvReader } from './csv.ts';
import { htmlReader } from './html.ts';
import { jsonReader } from './json.ts';
import { markdownReader } from './markdown.ts';
import { plainTextReader } from './plain-text.ts';
import type { Reader, RefusedKind } from './reader.ts';
import * as refused from './refused-kinds.ts';
import { xmlReader } from './xml.ts';

/** Every kind of content that is told apart, with its reader or the reason why it has none. */
export const READERS = {
  html: htmlReader,
  json: jsonReader,
  xml: xmlReader,
  text: plainTextReader,
  markdown: markdownReader,
  csv: csvReader,
  code: codeReader,
  pdf: refused.pdf,
  docx: refused.docx,
  doc: refused.doc,
  odt: refused.odt,
  rtf: refused.rtf,
  xlsx: refused.xlsx,
  xls: refused.xls,
  ods: refused.ods,
  pptx: refused.pptx,
  epub: refused.epub,
  image: refused.image,
  audio: refused.audio,
  video: refused.video,
  archive: refused.archive,
  binary: refused.binary,
} as const satisfies Record<string, Reader | RefusedKind>;

export type ContentKind = keyof typeof READERS;

/** The reader for a kind of content; throws the ServiceError of a kind that has none. */
export function readerFor(kind: ContentKind): Reader {
  const entry: Reader | RefusedKind = READERS[kind];
  if ('read' in entry) return entry;
  const message =
    entry.refusal === 'FEATURE_NOT_AVAILABLE'
      ? `This server cannot read ${entry.label} yet`
      : `There is no text to take from ${entry.label}`;
  throw new ServiceError(entry.refusal, { message, details: { kind } });
}
