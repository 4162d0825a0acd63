import { diffArrays, type ChangeObject } from 'diff';
import { partitionPoint } from '../../lib/partition-point.ts';

/** Lines `[oldFrom, oldTo)` of the old version became lines `[newFrom, newTo)` of the new one; never both empty. */
export interface LineEdit {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

/** Changed lines up to which the smallest set of edits is looked for: the search grows with their square. */
const MAX_EDIT_LENGTH = 500;
/** Changed lines times lines, which is what the search costs where lines repeat. */
const MAX_WORK = 50_000_000;

/** Both versions with a number for each distinct line, so that long lines are compared once. */
interface NumberedLines {
  old: readonly number[];
  new: readonly number[];
  distinct: number;
}

/**
 * Finds the edits that turn one list of lines into the other, in order, with at least one common line between two
 * edits. Where few lines differ they are the smallest set (Myers). Otherwise the lines that occur once in both versions
 * stay, as far as they are in one order, and each stretch between two of them is compared by itself; a stretch that
 * differs too much is one edit. Linear in the lines, whatever they are, but for the ordering of those that stay.
 */
export function findLineEdits(before: readonly string[], after: readonly string[]): LineEdit[] {
  const lines = numberLines(before, after);
  const whole = { oldFrom: 0, oldTo: before.length, newFrom: 0, newTo: after.length };
  const maxEditLength = Math.min(
    MAX_EDIT_LENGTH,
    Math.floor(MAX_WORK / Math.max(1, before.length + after.length)),
  );
  return (
    smallestEdits(whole, lines, maxEditLength) ??
    gapsOf(whole, lines).flatMap((gap) => smallestEdits(gap, lines, maxEditLength) ?? [gap])
  );
}

function numberLines(before: readonly string[], after: readonly string[]): NumberedLines {
  const numbers = new Map<string, number>();
  const numberOf = (line: string): number => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  };
  return { old: before.map(numberOf), new: after.map(numberOf), distinct: numbers.size };
}

/** Undefined when more than `maxEditLength` lines differ. */
function smallestEdits(
  stretch: LineEdit,
  lines: NumberedLines,
  maxEditLength: number,
): LineEdit[] | undefined {
  const { oldFrom, oldTo, newFrom, newTo } = withoutCommonEnds(stretch, lines);
  if (oldFrom === oldTo && newFrom === newTo) return [];
  if (oldFrom === oldTo || newFrom === newTo) return [{ oldFrom, oldTo, newFrom, newTo }];
  const old = lines.old.slice(oldFrom, oldTo);
  const fresh = lines.new.slice(newFrom, newTo);
  if (leastEditLength(old, fresh) > maxEditLength) return undefined;
  const changes = diffArrays(old, fresh, { maxEditLength });
  return changes && editsOf(changes, { old: oldFrom, new: newFrom });
}

/** Turns the changes of `diffArrays` into edits that start at `at`; changes that touch are one edit. */
function editsOf(
  changes: readonly Pick<ChangeObject<unknown>, 'count' | 'added' | 'removed'>[],
  at: { old: number; new: number },
): LineEdit[] {
  const edits: LineEdit[] = [];
  for (const { count, added, removed } of changes) {
    if (added || removed) {
      let edit = edits.at(-1);
      if (edit?.oldTo !== at.old || edit.newTo !== at.new) {
        edit = { oldFrom: at.old, oldTo: at.old, newFrom: at.new, newTo: at.new };
        edits.push(edit);
      }
      if (removed) edit.oldTo += count;
      else edit.newTo += count;
    }
    if (!added) at.old += count;
    if (!removed) at.new += count;
  }
  return edits;
}

/** Counts the lines that one side has more often than the other: no set of edits is smaller. */
function leastEditLength(old: readonly number[], fresh: readonly number[]): number {
  const surplus = new Map<number, number>();
  for (const line of old) surplus.set(line, (surplus.get(line) ?? 0) + 1);
  for (const line of fresh) surplus.set(line, (surplus.get(line) ?? 0) - 1);
  let length = 0;
  for (const times of surplus.values()) length += Math.abs(times);
  return length;
}

function withoutCommonEnds(stretch: LineEdit, lines: NumberedLines): LineEdit {
  let { oldFrom, oldTo, newFrom, newTo } = stretch;
  while (oldFrom < oldTo && newFrom < newTo && lines.old[oldFrom] === lines.new[newFrom]) {
    oldFrom++;
    newFrom++;
  }
  while (oldFrom < oldTo && newFrom < newTo && lines.old[oldTo - 1] === lines.new[newTo - 1]) {
    oldTo--;
    newTo--;
  }
  return { oldFrom, oldTo, newFrom, newTo };
}

interface Anchor {
  old: number;
  new: number;
}

/** The stretches between lines that surely stayed. */
function gapsOf(stretch: LineEdit, lines: NumberedLines): LineEdit[] {
  const { oldFrom, oldTo, newFrom, newTo } = withoutCommonEnds(stretch, lines);
  const anchors = longestRise(linesOnceInBoth({ oldFrom, oldTo, newFrom, newTo }, lines));
  const gaps: LineEdit[] = [];
  const from: Anchor = { old: oldFrom, new: newFrom };
  for (const anchor of [...anchors, { old: oldTo, new: newTo }]) {
    if (anchor.old > from.old || anchor.new > from.new)
      gaps.push({ oldFrom: from.old, oldTo: anchor.old, newFrom: from.new, newTo: anchor.new });
    from.old = anchor.old + 1;
    from.new = anchor.new + 1;
  }
  return gaps;
}

/** In the order of the old version. */
function linesOnceInBoth(stretch: LineEdit, lines: NumberedLines): Anchor[] {
  const oldCounts = new Uint32Array(lines.distinct);
  const newCounts = new Uint32Array(lines.distinct);
  const newAt = new Uint32Array(lines.distinct);
  for (let at = stretch.oldFrom; at < stretch.oldTo; at++) increment(oldCounts, lines.old[at]);
  for (let at = stretch.newFrom; at < stretch.newTo; at++) {
    increment(newCounts, lines.new[at]);
    newAt[lines.new[at] ?? 0] = at;
  }
  const anchors: Anchor[] = [];
  for (let at = stretch.oldFrom; at < stretch.oldTo; at++) {
    const line = lines.old[at] ?? 0;
    if (oldCounts[line] === 1 && newCounts[line] === 1) anchors.push({ old: at, new: newAt[line] ?? 0 });
  }
  return anchors;
}

function increment(counts: Uint32Array, line: number | undefined): void {
  if (line !== undefined) counts[line] = (counts[line] ?? 0) + 1;
}

/** The most anchors, given in the order of the old version, that are in the order of the new version too. */
function longestRise(anchors: readonly Anchor[]): Anchor[] {
  // lasts[n]: of all rises of n + 1 anchors the one that ends lowest, by the index of its last anchor.
  const lasts: number[] = [];
  const previous = new Int32Array(anchors.length);
  anchors.forEach((anchor, index) => {
    const length = partitionPoint(lasts.length, (at) => (anchors[lasts[at] ?? 0]?.new ?? 0) < anchor.new);
    previous[index] = lasts[length - 1] ?? -1;
    lasts[length] = index;
  });
  const rise: Anchor[] = [];
  for (let index = lasts.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const anchor = anchors[index];
    if (anchor) rise.push(anchor);
  }
  return rise.toReversed();
}
