import type { DocumentSource } from '../../../src/readers/document.ts';

/** Bytes as a reader gets them; with plenty of time, and without pictures unless a test wants them. */
export function sourceOf(bytes: Uint8Array, changes: Partial<DocumentSource> = {}): DocumentSource {
  return {
    bytes,
    pdf: { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false },
    hasImages: false,
    ocrLanguages: ['eng'],
    remainingMs: () => 60_000,
    onPartial() {},
    ...changes,
  };
}
