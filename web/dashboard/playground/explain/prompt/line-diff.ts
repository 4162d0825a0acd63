/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;

/**
 * The changes from one text to another, line by line; empty when there are none. Lines that occur once in both hold the
 * texts together: a page of which blocks were kept or dropped has its lines in one order. Linear in the lines.
 */
export function lineDiff(before: string, after: string): string {
  const marked = markLines(before.split('\n'), after.split('\n'));
  const isShown = new Uint8Array(marked.length);
  marked.forEach((line, at) => {
    if (!line.startsWith(' ')) isShown.fill(1, Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1);
  });
  const shown: string[] = [];
  marked.forEach((line, at) => {
    if (isShown[at] !== 1) return;
    if (at > 0 && isShown[at - 1] !== 1) shown.push('…');
    shown.push(line);
  });
  return shown.join('\n');
}

/** All lines of both texts, each behind a space, a minus or a plus. */
function markLines(old: readonly string[], fresh: readonly string[]): string[] {
  const marked: string[] = [];
  let [oldAt, freshAt] = [0, 0];
  for (const [oldEnd, freshEnd] of [...anchorsOf(old, fresh), [old.length, fresh.length] as const]) {
    while (oldAt < oldEnd && freshAt < freshEnd && old[oldAt] === fresh[freshAt]) {
      marked.push(` ${old[oldAt++]}`);
      freshAt++;
    }
    let same = 0;
    const room = Math.min(oldEnd - oldAt, freshEnd - freshAt);
    while (same < room && old[oldEnd - same - 1] === fresh[freshEnd - same - 1]) same++;
    while (oldAt < oldEnd - same) marked.push(`-${old[oldAt++]}`);
    while (freshAt < freshEnd - same) marked.push(`+${fresh[freshAt++]}`);
    while (oldAt < oldEnd) marked.push(` ${old[oldAt++]}`);
    freshAt = freshEnd;
  }
  return marked;
}

/** Places of lines that stand once in each text, in one order. */
function anchorsOf(old: readonly string[], fresh: readonly string[]): Array<readonly [number, number]> {
  const placesInFresh = placesOf(fresh);
  const anchors: Array<readonly [number, number]> = [];
  let last = -1;
  for (const [line, oldAt] of placesOf(old)) {
    const freshAt = placesInFresh.get(line) ?? -1;
    if (oldAt < 0 || freshAt <= last) continue;
    anchors.push([oldAt, freshAt]);
    last = freshAt;
  }
  return anchors;
}

/** The place of each line, in their order; -1 for one that occurs again. */
function placesOf(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  lines.forEach((line, at) => places.set(line, places.has(line) ? -1 : at));
  return places;
}
