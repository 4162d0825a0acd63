import { writeFile } from 'node:fs/promises';
import type { Document } from '../../contract/documents/document.ts';
import { ServiceError } from '../../lib/service-error.ts';
import type { CommandContext } from '../command/command.ts';
import type { DocumentCall } from './document-flags.ts';
import { chunkLines, styledMarkdown } from './document-style.ts';
import { readBlob } from './read-blob.ts';
import { safeOutput } from './safe-output.ts';
import { savePictures } from './save-pictures.ts';

/** Prints a document, or writes it into the file that was named. On a terminal pictures become files. */
export async function printDocument(
  { stdout, stderr }: Pick<CommandContext, 'stdout' | 'stderr'>,
  document: Document,
  call: DocumentCall,
): Promise<void> {
  if (call.output !== undefined) await writeFile(call.output, contentOf(document, call));
  else if (stdout.isTTY === true) stdout.write(contentOf(await savePictures(document), call));
  else stdout.write(contentOf(document, call));
  if (call.isJson) return;
  for (const remark of remarksOn(document)) safeOutput(stderr).write(`decant: ${remark}\n`);
}

/** Gives the remarks that a reader of the content alone would not see. */
function remarksOn({ metadata: { statusCode }, warning }: Document): string[] {
  if (warning !== undefined) return [warning];
  return statusCode >= 400 ? [`the page answered ${statusCode}`] : [];
}

function contentOf(document: Document, call: DocumentCall): string | Uint8Array {
  if (call.chunkWords !== undefined) return chunkLines(document, call.chunkWords);
  if (call.isJson) return `${JSON.stringify(document, undefined, 2)}\n`;
  return onlyPicture(document) ?? asText(document, call);
}

/** The file that a document of one format is; undefined for text, for a link, and for several. */
function onlyPicture(document: Document): Uint8Array | undefined {
  const [only, ...others] = Object.entries(formatsOf(document));
  return only && others.length === 0 ? readBlob(...only)?.bytes : undefined;
}

function formatsOf(document: Document): Partial<Document> {
  const { metadata: _metadata, warning: _warning, ...content } = document;
  return content;
}

/** One format as it is, several as JSON of their fields. */
function asText(document: Document, call: DocumentCall): string {
  const content = formatsOf(document);
  const values = Object.values(content);
  const [only] = values;
  if (call.formats.length > 1 || values.length !== 1) return `${JSON.stringify(content, undefined, 2)}\n`;
  if (call.hasFrontMatter) return styledMarkdown(document, call);
  if (typeof only === 'string') return only.endsWith('\n') ? only : `${only}\n`;
  if (Array.isArray(only) && only.every((each) => typeof each === 'string'))
    return only.map((each) => `${each}\n`).join('');
  if (only === undefined) throw new ServiceError('UNKNOWN_ERROR');
  return `${JSON.stringify(only, undefined, 2)}\n`;
}
