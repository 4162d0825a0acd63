import { MARKS, type Run } from './run.ts';

/**
 * Takes apart marks that overlap without one holding the other, as Markdown cannot say that: the one that began first
 * ends where the other begins. Misnested tags do it, and so do two elements of one kind that touch.
 */
export function uncrossMarks(runs: readonly Run[]): void {
  /** Index at which each mark began, -1 while it is off. */
  const starts = MARKS.map(() => -1);
  let marksBefore = 0;
  for (let index = 0; index <= runs.length; index++) {
    const marks = runs[index]?.marks ?? 0;
    if (marks === marksBefore) continue;
    marksBefore = marks;
    for (let rank = 0; rank < MARKS.length; rank++) {
      const mark = MARKS[rank] as number;
      const start = starts[rank]!;
      if (start === -1 || (marks & mark) !== 0) continue;
      starts[rank] = -1;
      for (let crossed = firstCrossing(starts, start, marks); crossed < index; crossed++) {
        runs[crossed]!.marks &= ~mark;
      }
    }
    for (let rank = 0; rank < MARKS.length; rank++) {
      if (starts[rank] === -1 && (marks & (MARKS[rank] as number)) !== 0) starts[rank] = index;
    }
  }
}

/** Where the first mark began that began after `start` and goes on; infinite when none did. */
function firstCrossing(starts: readonly number[], start: number, marks: number): number {
  let first = Infinity;
  for (let rank = 0; rank < MARKS.length; rank++) {
    const other = starts[rank]!;
    if (other > start && other < first && (marks & (MARKS[rank] as number)) !== 0) first = other;
  }
  return first;
}
