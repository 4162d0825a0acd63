import type { Document } from '../../contract/documents/document.ts';
import { createTrace, type Trace } from '../../scraper/trace.ts';
import type { CommandContext } from '../command/command.ts';
import type { OwnFlags } from '../option-flags.ts';
import type { DocumentCall } from '../output/document-flags.ts';
import { explainTrace } from '../output/explain-trace.ts';
import { printDocument } from '../output/print-document.ts';
import { safeOutput } from '../output/safe-output.ts';
import { openStatusLine } from '../output/status-line.ts';
import type { Documents, Watch } from './documents.ts';
import { openDocuments } from './open-documents.ts';

export interface PrintedOne {
  own: OwnFlags;
  call: DocumentCall;
  /** The page or file, for the line of progress. */
  subject: string;
  make(documents: Documents, watch: Watch): Promise<Document>;
}

/** Makes one document and prints it, with a line of progress on a terminal meanwhile. Returns the exit code. */
export async function printOne(
  context: CommandContext,
  { own, call, subject, make }: PrintedOne,
): Promise<number> {
  const trace = createTrace();
  await using documents = await openDocuments(context, own);
  const explain = (document?: Document): void => {
    if (!call.isExplained) return;
    const text = call.isJson
      ? `${JSON.stringify(trace.steps, undefined, 2)}\n`
      : explainTrace(trace.steps, document?.markdown?.length);
    safeOutput(context.stderr).write(text);
  };
  let document: Document;
  {
    using status = openStatusLine(context.stderr);
    const show = (step: string): void => status.show(`${STEPS[step] ?? 'working on'} ${subject}`);
    show('fetch');
    try {
      document = await make(documents, {
        signal: context.signal,
        trace: watched(trace, show),
        isExplained: call.isExplained,
      });
    } catch (error) {
      status.clear();
      if (!context.signal.aborted) explain();
      throw error;
    }
  }
  explain(document);
  await printDocument(context, document, call);
  return 0;
}

/** The steps that take time, as they are told before the page or file. */
const STEPS: Readonly<Record<string, string>> = {
  fetch: 'waiting for',
  browserTab: 'starting a browser for',
  browse: 'opening in a browser',
  settle: 'waiting in a browser for',
  capture: 'taking in',
  screenshot: 'taking a picture of',
  read: 'reading',
  convert: 'converting',
  media: 'downloading from',
};

/** A trace whose steps are told when they begin. */
function watched(trace: Trace, onStep: (step: string) => void): Trace {
  return {
    ...trace,
    measure(step, work) {
      onStep(step);
      return trace.measure(step, work);
    },
  };
}
