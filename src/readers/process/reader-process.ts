import { setTimeout as sleep } from 'node:timers/promises';
import type { DocumentKind, ReadDocument } from '../document.ts';
import { DocumentError } from '../document-error.ts';
import { OcrLanguageError, openLanguageData } from '../ocr/language-data.ts';
import { prepareTesseract } from '../ocr/tesseract.ts';
import { DOCUMENT_READERS } from './document-readers.ts';
import type { DocumentRequest, FromReader, ReaderIdentity, ToReader } from './reader-messages.ts';

/** Entry of a process that reads files: one at a time, as nobody, without a network, files and an environment. */

const KINDS = Object.keys(DOCUMENT_READERS) as DocumentKind[];

interface Prepared {
  readers: ReadonlyMap<DocumentKind, ReadDocument>;
  ocrLanguages: readonly string[];
}

const prepared = Promise.withResolvers<Prepared>();

process.on('message', (message: ToReader) => {
  const done = message.type === 'prepare' ? prepare(message) : read(message.request, message.budgetMs);
  done.catch(async (error: unknown) => {
    await send({
      type: 'failure',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    process.exit(1);
  });
});
// The service has ended.
process.on('disconnect', () => process.exit(0));

/** All code is loaded while it still may be: afterwards the process has no rights to the folder that it lies in. */
async function prepare({ identity, ocrLanguages }: ToReader & { type: 'prepare' }): Promise<void> {
  const loaded = await Promise.all(
    KINDS.map(async (kind) => [kind, await DOCUMENT_READERS[kind]()] as const),
  );
  prepareTesseract();
  for (const language of ocrLanguages) openLanguageData(language);
  becomeNobody(identity);
  prepared.resolve({ readers: new Map(loaded), ocrLanguages });
  await send({ type: 'ready' });
}

function becomeNobody(identity: ReaderIdentity | undefined): void {
  if (identity === undefined) return;
  process.setgroups?.([]);
  process.setgid?.(identity.gid);
  process.setuid?.(identity.uid);
}

async function read(request: DocumentRequest, budgetMs: number): Promise<void> {
  const endsAt = performance.now() + budgetMs;
  const { readers, ocrLanguages } = await prepared.promise;
  // Lets the timer that ends it be heard at least once between the two.
  await sleep(0);
  try {
    const content = await readers.get(request.kind)!({
      ...request,
      ocrLanguages,
      remainingMs: () => Math.max(0, endsAt - performance.now()),
      onPartial: (partial) => void send({ type: 'partial', content: partial }),
    });
    await send({ type: 'content', content });
  } catch (error) {
    await send(refusalOf(error));
  }
}

/** What is wrong with the file, or with the settings; anything else is a bug. */
function refusalOf(error: unknown): FromReader {
  if (error instanceof DocumentError) return { type: 'refusal', code: error.code, message: error.message };
  if (error instanceof OcrLanguageError) {
    const message = `${error.message} (DECANT_OCR_LANGUAGES)`;
    return { type: 'refusal', code: 'FEATURE_NOT_AVAILABLE', message };
  }
  throw error;
}

function send(message: FromReader): Promise<void> {
  return new Promise((resolve) => {
    process.send!(message, undefined, undefined, () => resolve());
  });
}
