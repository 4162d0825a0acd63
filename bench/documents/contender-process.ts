/**
 * One contender as a process of its own: says that it is ready, converts the files that it is told, one at a time, and ends
 * with whoever started it.
 * usage: contender-process.ts NAME
 */
import { readFileSync } from 'node:fs';
import type { DocumentKind } from '../../src/readers/document-files.ts';
import type { Convert } from './contenders/contender.ts';
import { CONTENDERS, type ContenderName } from './contenders/index.ts';

export interface ConvertJob {
  file: string;
  kind: DocumentKind;
}

export type ContenderMessage =
  | { type: 'ready' }
  | { type: 'missing'; why: string }
  | { type: 'converted'; markdown: string; wallMs: number }
  | { type: 'failed'; error: string; wallMs: number };

function say(message: ContenderMessage): void {
  process.send?.(message);
}

async function work(convert: Convert, { file, kind }: ConvertJob): Promise<void> {
  const bytes = readFileSync(file);
  const from = performance.now();
  try {
    const markdown = await convert(bytes, kind);
    say({ type: 'converted', markdown, wallMs: performance.now() - from });
  } catch (error) {
    say({ type: 'failed', error: describe(error), wallMs: performance.now() - from });
  }
}

/** Its own words for what is wrong with a file; a stack for all else. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.name === 'DocumentError' ? `${code}: ${error.message}` : (error.stack ?? error.message);
}

process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
try {
  const contender = await CONTENDERS[process.argv[2] as ContenderName]();
  const convert = await contender.open();
  process.on('message', (job: ConvertJob) => void work(convert, job));
  say({ type: 'ready' });
} catch (error) {
  say({ type: 'missing', why: describe(error) });
}
