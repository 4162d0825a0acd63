import type { Contender } from './contender.ts';

/** Ours first. A process loads only the one that it runs. */
export const CONTENDERS = {
  decant: async () => (await import('./decant.ts')).decant,
  'decant-html': async () => (await import('./decant.ts')).decantHtml,
  liteparse: async () => (await import('./liteparse.ts')).liteparse,
  pdfium: async () => (await import('./pdfium.ts')).pdfium,
  pdftotext: async () => (await import('./pdftotext.ts')).pdftotext,
  mammoth: async () => (await import('./mammoth.ts')).mammothPeer,
  sheetjs: async () => (await import('./sheetjs.ts')).sheetjs,
} as const satisfies Record<string, () => Promise<Contender>>;

export type ContenderName = keyof typeof CONTENDERS;

/** Those whose Markdown is compared, for PDFs and for office files. */
export const PDF_CONTENDERS: readonly ContenderName[] = ['decant', 'liteparse', 'pdfium', 'pdftotext'];
export const OFFICE_CONTENDERS: readonly ContenderName[] = ['decant', 'mammoth'];

/** How they are called in tables. */
export const CONTENDER_TITLES: Record<ContenderName, string> = {
  decant: 'Decant',
  'decant-html': 'Decant, HTML only',
  liteparse: 'liteparse 2.14.7',
  pdfium: 'PDFium, text only',
  pdftotext: 'pdftotext, text only',
  mammoth: 'mammoth 1.13.0 + our writer',
  sheetjs: '@e965/xlsx, cells only',
};
