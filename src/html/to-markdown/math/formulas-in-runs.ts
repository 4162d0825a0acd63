import type { Run } from '../inline/run.ts';
import { cleanTex } from './source-tex.ts';
import { findTex, mayHoldTex, type FoundTex } from './find-tex.ts';
import { displayFormula, inlineFormula } from './formula-text.ts';

/** Marks that fence the definitions of one text off from those of the next. */
const SHOWS_NOTHING = /^\\(?:begin|end)group$/;

/** Runs of one paragraph, or a formula that stands apart between two of them. */
export type ParagraphPart = Run[] | string;

/** Where the runs will be written, and what is known of the page. */
export interface FormulaPlace {
  readonly place: 'flow' | 'line' | 'cell';
  readonly isRendered: () => boolean;
}

/**
 * Turns TeX that stands in the text, as the page's renderer would find it, into formulas that are written as they are.
 * In flow a displayed one parts the paragraph. Linear in the runs.
 */
export function formulasInRuns(runs: Run[], where: FormulaPlace): ParagraphPart[] {
  if (!runs.some((run) => run.kind === 'text' && mayHoldTex(run.text))) return [runs];
  const parts: (Run[] | string)[] = [[]];
  for (let from = 0; from < runs.length;) {
    const to = groupEnd(runs, from);
    for (const piece of groupPieces(runs.slice(from, to), where)) {
      if (typeof piece === 'string') parts.push(piece, []);
      else (parts.at(-1) as Run[]).push(piece);
    }
    from = to;
  }
  return parts.map((part) => (typeof part === 'string' ? part : withoutEdges(part)));
}

/** Text and line breaks under the same marks and link. */
function groupEnd(runs: readonly Run[], from: number): number {
  const first = runs[from]!;
  let to = from + 1;
  while (to < runs.length && belongs(first, runs[to]!)) to++;
  return to;
}

function belongs(first: Run, run: Run): boolean {
  if (first.kind !== 'text' || (run.kind !== 'text' && run.kind !== 'break')) return false;
  return run.marks === first.marks && run.link === first.link;
}

/** The runs of a group, with each formula as a run or, apart, as a text. */
function groupPieces(group: readonly Run[], where: FormulaPlace): (Run | string)[] {
  const first = group[0]!;
  if (first.kind !== 'text') return [...group];
  const text = group.map((run) => (run.kind === 'break' ? '\n' : run.text)).join('');
  const found = mayHoldTex(text) ? findTex(text, where.isRendered) : [];
  if (found.length === 0) return [...group];
  const pieces: (Run | string)[] = [];
  let copied = 0;
  for (const formula of found) {
    pieces.push(...textRuns(text.slice(copied, formula.from), first));
    copied = formula.to;
    if (!SHOWS_NOTHING.test(formula.tex)) pieces.push(written(formula, first, where));
    else if (text[copied] === ' ') copied++;
  }
  pieces.push(...textRuns(text.slice(copied), first));
  return pieces;
}

function written({ tex, isDisplay }: FoundTex, like: Run, { place }: FormulaPlace): Run | string {
  const clean = cleanTex(tex);
  if (isDisplay && place === 'flow') return displayFormula(clean);
  const inline = inlineFormula(clean, place === 'cell');
  return { ...like, kind: 'atom', text: isDisplay ? `$${inline}$` : inline, split: 0 };
}

function textRuns(text: string, like: Run): Run[] {
  return text
    .split(/(\n)/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      piece === '\n' ? { ...like, kind: 'break', text: '' } : { ...like, text: piece, split: 0 },
    );
}

/** Spaces and breaks beside a formula that parts the paragraph say nothing. */
function withoutEdges(runs: Run[]): Run[] {
  let from = 0;
  let to = runs.length;
  while (from < to && isBlank(runs[from]!)) from++;
  while (to > from && isBlank(runs[to - 1]!)) to--;
  const inner = runs.slice(from, to);
  const [first] = inner;
  const last = inner.at(-1);
  if (first?.kind === 'text') first.text = first.text.trimStart();
  if (last?.kind === 'text') last.text = last.text.trimEnd();
  return inner;
}

function isBlank(run: Run): boolean {
  return run.kind === 'break' || (run.kind === 'text' && run.text.trim() === '');
}
