import type { DocumentKind, DocumentSource } from '../../../src/readers/document.ts';

/** Bytes as a reader gets them; with plenty of time, and without pictures unless a test wants them. */
export function sourceOf(
  bytes: Uint8Array,
  kind: DocumentKind,
  changes: Partial<DocumentSource> = {},
): DocumentSource {
  return {
    bytes,
    kind,
    pdf: { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
    hasImages: false,
    ocrLanguages: ['eng'],
    remainingMs: () => 60_000,
    onPartial() {},
    ...changes,
  };
}
