import type { BenchDocument } from '../model.ts';

export const PDF_LAYOUTS = ['one', 'two', 'bare', 'tagged', 'shuffled', 'other'] as const;
export type PdfLayout = (typeof PDF_LAYOUTS)[number];

/** What each layout is, for the report. */
export const LAYOUT_NOTES: Record<PdfLayout, string> = {
  one: 'one column, ruled tables',
  two: 'two justified columns with hyphens, tables with horizontal rules only, running header and footer',
  bare: 'no rules, headings only bold, running header and footer',
  tagged: 'like one, with a structure tree',
  shuffled:
    'one or two columns, the blocks of each page in random order in the file, footnotes at the foot of the page',
  other:
    'four looks: other fonts, sizes, papers; paragraphs told apart by indents only, zebra tables, landscape',
};

/** How a document is printed. */
export interface PrintSettings {
  css: string;
  isHyphenated: boolean;
  /** Inches. */
  paper: readonly [width: number, height: number];
  /** Inches: top, right, bottom, left. */
  margins: readonly [number, number, number, number];
  hasRunningText: boolean;
  isTagged: boolean;
  /** Columns of pages whose blocks are placed in random order; undefined when the browser fills the pages. */
  shuffledColumns?: number;
}

const A4 = [8.27, 11.69] as const;
const A4_LANDSCAPE = [11.69, 8.27] as const;
const LETTER = [8.5, 11] as const;
const A5 = [5.83, 8.27] as const;
const MARGINS = [0.8, 0.8, 0.8, 0.8] as const;

const RULED = 'td, th { border: 0.6pt solid #333; } th { background: #e8e8e8; }';
const BOOKTABS =
  'table { width: 100%; border-top: 1pt solid #000; border-bottom: 1pt solid #000; } thead { border-bottom: 0.6pt solid #000; }';
const COLUMNS =
  'main { columns: 2; column-gap: 7mm; text-align: justify; } h1 { column-span: all; } table { text-align: left; font-size: 0.82em; }';
const SIZES =
  'h1 { font-size: 1.9em; } h2 { font-size: 1.45em; } h3 { font-size: 1.2em; } h4 { font-size: 1.05em; }';

const ONE = {
  css: `${RULED}${SIZES}`,
  isHyphenated: false,
  paper: A4,
  margins: MARGINS,
  hasRunningText: false,
  isTagged: false,
};

const LOOKS: readonly PrintSettings[] = [
  {
    ...ONE,
    css: `body { font: 11pt/1.5 'DejaVu Serif', serif; } h1, h2, h3, h4 { font-family: 'DejaVu Sans'; color: #1a4a7a; } h1 { font-size: 1.7em; } h2 { font-size: 1.3em; } h3 { font-size: 1.1em; } h4 { font-size: 1em; }
      table { width: 100%; } tbody tr:nth-child(odd) { background: #eef2f7; } thead { background: #1a4a7a; color: #fff; }`,
    paper: LETTER,
    margins: [1, 1, 1, 1],
    hasRunningText: true,
  },
  {
    ...ONE,
    css: `body { font: 8.5pt/1.35 'Open Sans'; } h1 { font-size: 1.6em; text-align: center; } h2 { font-size: 1.25em; } h3 { font-size: 1em; } h4 { font-size: 1em; font-style: italic; font-weight: normal; } thead { border-bottom: 0.8pt solid #000; } td, th { padding: 0.15em 0.8em; }`,
    paper: A5,
    margins: [0.5, 0.5, 0.6, 0.5],
    hasRunningText: true,
  },
  {
    ...ONE,
    css: `body { font: 10pt/1.4 'DejaVu Serif', serif; } ${COLUMNS} ${SIZES} td, th { border: 0.4pt solid #bbb; }`,
    isHyphenated: true,
    paper: A4_LANDSCAPE,
    margins: [0.7, 0.9, 0.7, 0.9],
  },
  {
    ...ONE,
    css: `body { font: 9.5pt/1.45 'DejaVu Sans', sans-serif; } p { margin: 0; text-indent: 1.6em; text-align: justify; } .caption, .note, figcaption, h2 + p, h3 + p { text-indent: 0; } h1 { font-size: 1.5em; } h2 { font-size: 1.2em; margin: 1.2em 0 0.5em; } h3 { font-size: 1em; } h4 { font-size: 1em; font-weight: normal; text-decoration: underline; } table { margin: 0.8em 0; } td, th { padding: 0.2em 1.1em; }`,
    isHyphenated: true,
    paper: A4,
    margins: [1.1, 1.2, 1.1, 1.2],
    hasRunningText: true,
  },
];

/** How a document looks in a layout. */
export function printSettings(layout: PdfLayout, document: BenchDocument): PrintSettings {
  const settings = settingsOf(layout, document.number);
  if (!document.name.startsWith('slides')) return settings;
  // Slides stay slides.
  const { shuffledColumns: _, ...rest } = settings;
  const css = `${settings.css} main { columns: auto; } body { font-size: 17pt; }`;
  const slides = { ...rest, css, paper: A4_LANDSCAPE };
  return layout === 'shuffled' ? { ...slides, shuffledColumns: 1 } : slides;
}

function settingsOf(layout: PdfLayout, index: number): PrintSettings {
  switch (layout) {
    case 'one':
      return ONE;
    case 'tagged':
      return { ...ONE, isTagged: true };
    case 'two':
      return {
        ...ONE,
        css: `body { font: 9.5pt/1.35 'DejaVu Serif', serif; } ${COLUMNS}${BOOKTABS} h1 { font-size: 1.8em; text-align: center; } h2 { font-size: 1.25em; } h3 { font-size: 1.08em; } h4 { font-size: 1em; font-style: italic; }`,
        isHyphenated: true,
        hasRunningText: true,
      };
    case 'bare':
      return {
        ...ONE,
        css: `h1, h2, h3, h4 { font-size: 1em; margin: 1em 0 0.5em; } h1 { text-align: center; } h3, h4 { font-style: italic; } h4 { margin-inline-start: 2em; } pre { background: none; } .note.first { border: 0; } td, th { padding: 0.2em 0.9em; }`,
        hasRunningText: true,
      };
    case 'shuffled': {
      const shuffledColumns = index % 2 === 0 ? 2 : 1;
      const css =
        shuffledColumns === 2
          ? `body { font-size: 9pt; } p { text-align: justify; } table { font-size: 0.8em; }${BOOKTABS}${SIZES}`
          : `${RULED}${SIZES}`;
      return { ...ONE, css, isHyphenated: shuffledColumns === 2, shuffledColumns };
    }
    case 'other':
      return LOOKS[index % LOOKS.length]!;
  }
}
