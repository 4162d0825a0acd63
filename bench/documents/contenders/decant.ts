import { parseHtml } from '../../../src/html/parse.ts';
import { toMarkdown } from '../../../src/html/to-markdown/to-markdown.ts';
import type { DocumentContent, DocumentSource, ReadDocument } from '../../../src/readers/document.ts';
import { DOCUMENT_FILES, type DocumentKind } from '../../../src/readers/document-files.ts';
import type { Contender, Convert } from './contender.ts';

const BUDGET_MS = 60_000;

/** Our reader of the kind, and our Markdown writer; in this process. */
export const decant: Contender = { open: async () => converter(true) };

/** Our reader alone. */
export const decantHtml: Contender = { open: async () => converter(false) };

function converter(isMarkdown: boolean): Convert {
  const loaded = new Map<DocumentKind, ReadDocument>();
  return async (bytes, kind) => {
    let read = loaded.get(kind);
    if (read === undefined) loaded.set(kind, (read = await DOCUMENT_FILES[kind].load()));
    const html = htmlOf(await read(sourceOf(bytes)));
    return isMarkdown ? toMarkdown(parseHtml(html)) : html;
  };
}

/** A file as a reader gets it, with the options that requests have by default. */
export function sourceOf(bytes: Uint8Array, budgetMs = BUDGET_MS): DocumentSource {
  const endsAt = performance.now() + budgetMs;
  return {
    bytes,
    pdf: { type: 'pdf', mode: 'fast', pages: false, blocks: false, pageMarkers: false },
    hasImages: false,
    ocrLanguages: [],
    remainingMs: () => Math.max(0, endsAt - performance.now()),
    onPartial: () => undefined,
  };
}

function htmlOf({ html, pages }: DocumentContent): string {
  return pages === undefined ? html : pages.map((page) => page.html).join('\n');
}
