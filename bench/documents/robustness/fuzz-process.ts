/**
 * Reads mutations of one file after the other with our reader, and says what came of each; ends with whoever started it.
 * What it must not survive is for the one who started it to see.
 */
import { readFileSync } from 'node:fs';
import { DocumentError } from '../../../src/readers/document-error.ts';
import { DOCUMENT_FILES, type DocumentKind } from '../../../src/readers/document-files.ts';
import { sourceOf } from '../contenders/decant.ts';
import { mutateFile } from './mutate-file.ts';

export interface FuzzJob {
  file: string;
  kind: DocumentKind;
  seed: number;
}

export interface FuzzReply {
  outcome: 'content' | 'refused' | 'bug';
  detail: string;
}

const BUDGET_MS = 10_000;

async function read({ file, kind, seed }: FuzzJob): Promise<FuzzReply> {
  const bytes = await mutateFile(readFileSync(file), seed);
  try {
    const reader = await DOCUMENT_FILES[kind].load();
    const { warnings } = await reader(sourceOf(bytes, BUDGET_MS));
    return { outcome: 'content', detail: warnings.join(' ') };
  } catch (error) {
    if (error instanceof DocumentError) return { outcome: 'refused', detail: error.code };
    return {
      outcome: 'bug',
      detail: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

process.on('disconnect', () => process.exit(0));
process.on('message', (job: FuzzJob) => {
  read(job).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ outcome: 'bug', detail: String(error) } satisfies FuzzReply),
  );
});
