import { readFile } from 'node:fs/promises';
import { parseHtml } from '../../../src/html/parse.ts';
import { toMarkdown } from '../../../src/html/to-markdown/to-markdown.ts';
import { readPdf } from '../../../src/readers/pdf/read-pdf.ts';
import type { Bar } from '../../browser/bar.ts';
import type { Table } from '../../table.ts';
import { sourceOf } from '../contenders/decant.ts';
import type { DocumentsBench, DocumentsReport } from '../documents-section.ts';
import { scoreBar } from '../score-table.ts';
import { generateShapes } from '../shapes/generate-shapes.ts';
import { isScan, printShapes } from '../shapes/print-shapes.ts';
import { scoreShape, type ShapeScore } from '../shapes/score-shape.ts';
import type { Shape } from '../shapes/sheet.ts';

const MEASURES = ['lines', 'pairs', 'titles', 'rows', 'words'] as const;
type Measure = (typeof MEASURES)[number];
const GENRES = ['receipt', 'letter', 'form', 'slides', 'table', 'scan', 'scan-table'] as const;
/** In this order of languages a scan is read: that of the page first. */
const OCR_LANGUAGES = ['eng', 'deu', 'fra'];

const BARS: readonly { name: string; measure: Measure; genres: readonly string[]; bar: number }[] = [
  { name: 'lines apart', measure: 'lines', genres: ['receipt', 'letter', 'form', 'slides'], bar: 0.95 },
  { name: 'labels of forms with their values', measure: 'pairs', genres: ['form'], bar: 0.85 },
  { name: 'titles of slides', measure: 'titles', genres: ['slides'], bar: 0.95 },
  { name: 'rows of tight tables', measure: 'rows', genres: ['table'], bar: 0.9 },
  { name: 'rows of tables in scans', measure: 'rows', genres: ['scan'], bar: 0.95 },
  { name: 'rows of tables of many looks in scans', measure: 'rows', genres: ['scan-table'], bar: 0.95 },
  { name: 'words of scans', measure: 'words', genres: ['scan', 'scan-table'], bar: 0.97 },
];

interface ShapeResult {
  shape: Shape;
  score: ShapeScore;
}

/** Receipts, letters, forms, slides, tight tables and scans against what they were made from. */
export async function shapeScores(bench: DocumentsBench): Promise<DocumentsReport> {
  if (!bench.kinds.includes('pdf') || !bench.contenders.includes('decant')) {
    return { tables: [], bars: [], raw: {} };
  }
  const printed = await printShapes(generateShapes(bench), bench.signal);
  const results: ShapeResult[] = [];
  for (const { shape, file } of printed) {
    bench.signal.throwIfAborted();
    results.push({ shape, score: scoreShape(shape, await read(file, shape)) });
  }
  return {
    tables: [scoreTable(results), worstTable(results, bench.worst)],
    bars: BARS.map(({ name, measure, genres, bar }): Bar => {
      const own = results.filter(({ shape }) => genres.includes(shape.genre));
      return scoreBar(`Short lines: ${name}`, shareOf(own, measure), bar);
    }),
    raw: Object.fromEntries(results.map(({ shape, score }) => [shape.name, score])),
  };
}

async function read(file: string, shape: Shape): Promise<string> {
  const source = sourceOf(await readFile(file));
  const own = /lang="(\w\w)"/.exec(shape.html)?.[1] ?? '';
  const ocrLanguages = OCR_LANGUAGES.filter((name) => name.startsWith(own));
  const pdf = { ...source.pdf, mode: isScan(shape) ? 'auto' : 'fast' } as const;
  const { pages = [] } = await readPdf({ ...source, pdf, ocrLanguages });
  return toMarkdown(parseHtml(pages.map((page) => page.html).join('\n')));
}

function shareOf(results: readonly ShapeResult[], measure: Measure): number {
  let found = 0;
  let all = 0;
  for (const { score } of results) {
    found += score[measure].found;
    all += score[measure].all;
  }
  return found / all;
}

function scoreTable(results: readonly ShapeResult[]): Table {
  return {
    title: 'Short lines: share found by kind',
    columns: ['', 'pages', ...MEASURES],
    rows: GENRES.map((genre) => {
      const own = results.filter(({ shape }) => shape.genre === genre);
      const shares = MEASURES.map((measure) => shareOf(own, measure));
      return [
        genre,
        `${own.length}`,
        ...shares.map((share) => (Number.isNaN(share) ? '-' : share.toFixed(3).replace(/^0/, ''))),
      ];
    }),
    notes: ['lines, labels with values, titles, rows and words that come out whole, each alone'],
  };
}

function worstTable(results: readonly ShapeResult[], count: number): Table {
  const misses = ({ score }: ShapeResult): number =>
    MEASURES.reduce((sum, measure) => sum + score[measure].missed.length, 0);
  const worst = results.toSorted((a, b) => misses(b) - misses(a)).slice(0, count);
  return {
    title: 'Short lines: where ours does worst',
    columns: ['page', ...MEASURES, 'missed first'],
    rows: worst.map(({ shape, score }) => [
      shape.name,
      ...MEASURES.map((measure) =>
        score[measure].all === 0 ? '' : `${score[measure].found}/${score[measure].all}`,
      ),
      MEASURES.map((measure) => score[measure].missed[0] ?? '')
        .find((text) => text !== '')
        ?.slice(0, 50) ?? '',
    ]),
  };
}
