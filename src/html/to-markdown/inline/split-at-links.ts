import { firstCharacter, lastCharacter, mayBeLetter } from './characters.ts';
import { MARKS, type Run } from './run.ts';

/**
 * Splits marks at the edges of links, so that a link is never taken apart: a mark that reaches into a link from
 * outside is written once before the link and once inside its brackets. The same for emphasis that begins or ends
 * together with a link beside a letter, where its delimiter would not work: `**see** [**x**](y)z`.
 */
export function splitAtLinks(runs: readonly Run[]): void {
  for (let from = 0; from < runs.length; from++) {
    const { link } = runs[from]!;
    if (link === 0) continue;
    let to = from + 1;
    while (to < runs.length && runs[to]!.link === link) to++;
    for (const mark of MARKS) splitMark(runs, from, to, mark);
    from = to - 1;
  }
}

/** The link's runs are `from .. to-1`. */
function splitMark(runs: readonly Run[], from: number, to: number, mark: number): void {
  const has = (index: number): boolean => ((runs[index]?.marks ?? 0) & mark) !== 0;
  const before = runs[from - 1];
  const first = runs[from]!;
  const after = runs[to];
  const startsBefore = has(from - 1) && has(from);
  const endsAfter = has(to - 1) && has(to);
  const isCrossing = (startsBefore || endsAfter) && !isMarkedThrough(runs, from, to, mark);
  if (startsBefore && (isCrossing || (!endsAfter && meetsLetter(after, firstCharacter)))) first.split |= mark;
  if (
    endsAfter &&
    after !== undefined &&
    (isCrossing || (!startsBefore && meetsLetter(before, lastCharacter)))
  ) {
    after.split |= mark;
  }
}

function isMarkedThrough(runs: readonly Run[], from: number, to: number, mark: number): boolean {
  for (let index = from; index < to; index++) if ((runs[index]!.marks & mark) === 0) return false;
  return true;
}

function meetsLetter(run: Run | undefined, edge: (text: string) => string): boolean {
  return run?.kind === 'text' && mayBeLetter(edge(run.text));
}
