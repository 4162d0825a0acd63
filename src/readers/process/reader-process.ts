import { findOwnImportsFast } from '../../lib/own-imports.ts';
import type { ReadDocument } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { prepareCodePages } from '../office/code-pages.ts';
import { OcrLanguageError, openLanguageData } from '../ocr/language-data.ts';
import { prepareTesseract } from '../ocr/tesseract.ts';
import { DOCUMENT_FILES, type DocumentKind } from '../document-files.ts';
import { prepareToBecomeNobody } from './become-nobody.ts';
import type { FromReader, ToReader } from './reader-messages.ts';
import { listenToService, tellService } from './reader-side.ts';

/** Entry of a process that reads files: one at a time, as nobody, without a network, files and an environment. */

const KINDS = Object.keys(DOCUMENT_FILES) as DocumentKind[];

interface Prepared {
  readers: ReadonlyMap<DocumentKind, ReadDocument>;
  ocrLanguages: readonly string[];
}

const prepared = Promise.withResolvers<Prepared>();

await listenToService(async (message, bytes) => {
  if (message.type === 'prepare') await prepare(message);
  else await read(message, bytes);
});

/** All code is loaded while it still may be: afterwards the process has no rights to the folder that it lies in. */
async function prepare({ rights, ocrLanguages }: ToReader & { type: 'prepare' }): Promise<void> {
  findOwnImportsFast();
  const becomeNobody = await prepareToBecomeNobody(rights);
  const loaded = await Promise.all(
    KINDS.map(async (kind) => [kind, await DOCUMENT_FILES[kind].load()] as const),
  );
  prepareTesseract();
  prepareCodePages();
  for (const language of ocrLanguages) openLanguageData(language);
  await becomeNobody();
  prepared.resolve({ readers: new Map(loaded), ocrLanguages });
  tellService({ type: 'ready' });
}

async function read({ id, request, budgetMs }: ToReader & { type: 'read' }, bytes: Buffer): Promise<void> {
  const endsAt = performance.now() + budgetMs;
  const { readers, ocrLanguages } = await prepared.promise;
  try {
    const content = await readers.get(request.kind)!({
      ...request,
      bytes,
      ocrLanguages,
      remainingMs: () => Math.max(0, endsAt - performance.now()),
      onPartial: (partial) => tellService({ type: 'partial', id, content: partial }),
    });
    tellService({ type: 'content', id, content });
  } catch (error) {
    tellService(refusalOf(id, error));
  }
}

/** Turns a fault of the file or of the settings into a message; any other error is a bug. */
function refusalOf(id: number, error: unknown): FromReader {
  if (error instanceof DocumentError)
    return { type: 'refusal', id, code: error.code, message: error.message };
  if (error instanceof OcrLanguageError) {
    const message = `${error.message} (DECANT_OCR_LANGUAGES)`;
    return { type: 'refusal', id, code: 'FEATURE_NOT_AVAILABLE', message };
  }
  throw error;
}
