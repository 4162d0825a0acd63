import { editDistance } from '../measures/edit-distance.ts';
import { structureOfMarkdown } from '../measures/document-structure.ts';
import type { ShapeTruth } from './sheet.ts';

/** Share of the letters of a row that may be wrong. */
const MOST_WRONG = 0.2;

/** How much was found of what there was to find. */
export interface Found {
  found: number;
  all: number;
  /** Some of what was not found. */
  missed: string[];
}

export interface ShapeScore {
  /** Lines that stand alone and whole in the Markdown. */
  lines: Found;
  /** Labels with their values right behind or below them. */
  pairs: Found;
  /** Titles that are headings. */
  titles: Found;
  /** Rows of tables, with all cells in their places; a letter in five may be read wrongly, for that is what words tell. */
  rows: Found;
  /** Words of all of these. */
  words: Found;
}

/** Letters and digits, with one blank between words. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

export function scoreShape(truth: ShapeTruth, markdown: string): ShapeScore {
  const { headings, tables } = structureOfMarkdown(markdown);
  const printed = markdown
    .split(/\n|<br\s*\/?>/)
    .map((line) =>
      bare(
        line
          .replace(/^\s*- \[[ x]\] /, '')
          .replace(/\]\([^)]*\)/g, '')
          .replaceAll('&amp;', '&'),
      ),
    )
    .filter((line) => line !== '');
  const rows = tables.flatMap((grid) => grid.map((row) => row.map(({ text }) => bare(text)).join('|')));
  const below = tables.flatMap((grid) =>
    grid
      .slice(1)
      .flatMap((row, index) =>
        row.map(({ text }, column) => `${bare(grid[index]![column]!.text)}|${bare(text)}`),
      ),
  );
  const text = ` ${printed.join(' ')} `;
  return {
    lines: foundLines(truth.lines, printed),
    pairs: countFound(truth.pairs, ([label, value]) => {
      const [name, given] = [bare(label), bare(value)];
      return text.includes(` ${name} ${given} `) || below.includes(`${name}|${given}`);
    }),
    titles: takeFound(
      truth.titles.map(bare),
      headings.map((heading) => bare(heading.text)),
    ),
    rows: foundRows(
      truth.rows.map((row) => row.map(bare).join('|').replace(/\|+$/, '')),
      rows.map((row) => row.replace(/\|+$/, '')),
    ),
    words: takeFound(wordsOf(truth), text.trim().split(' ')),
  };
}

function wordsOf({ lines, pairs, titles, rows }: ShapeTruth): string[] {
  const texts = [...lines.flat(), ...pairs.flat(), ...titles, ...rows.flat()];
  // Labels of forms stand among the lines as well.
  const isTwice = pairs.length > 0;
  const words = texts.flatMap((text) => bare(text).split(' ')).filter((word) => word !== '');
  return isTwice ? [...new Set(words)] : words;
}

/** A line is found whole, or part by part; no line of the Markdown counts twice. */
function foundLines(lines: readonly (readonly string[])[], printed: readonly string[]): Found {
  const left = countsOf(printed);
  const take = (text: string): boolean => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count > 0;
  };
  return countFound(
    lines,
    (parts) => take(bare(parts.join(' '))) || (parts.length > 1 && parts.map(bare).every(take)),
  );
}

function foundRows(expected: readonly string[], printed: readonly string[]): Found {
  const left = [...printed];
  return countFound(expected, (row) => {
    const cells = row.split('|').length;
    const at = left.findIndex(
      (other) =>
        other.split('|').length === cells &&
        editDistance(row, other) <= Math.max(row.length, other.length) * MOST_WRONG,
    );
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function takeFound(expected: readonly string[], printed: readonly string[]): Found {
  const left = countsOf(printed);
  return countFound(expected, (text) => {
    const count = left.get(text) ?? 0;
    if (count > 0) left.set(text, count - 1);
    return count > 0;
  });
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function countFound<T>(expected: readonly T[], isFound: (one: T) => boolean): Found {
  const missed = expected.filter((one) => !isFound(one));
  return { found: expected.length - missed.length, all: expected.length, missed: missed.map(String) };
}
