const OPENING = '([{«‹';
const CLOSING = ')]}»›';
/** Signs that may stand between a blank and an opening bracket, or between a closing bracket and a blank. */
const BEFORE = /^[ "'״׳“”„([{«־–—-]/;
const BEHIND = /^[ "'״׳“”.,;:!?…،؛؟)\]}»]/;

/**
 * Turns the brackets of a line, which is in logical order, so that pairs open and close. A file says of a bracket in right-to-left
 * text how it is drawn or how it is meant, and PDFium turns some of them: only their places tell which is which.
 */
export function turnBrackets(texts: string[]): void {
  const open = Array.from(OPENING, () => 0);
  for (const [at, text] of texts.entries()) {
    const kind = kindOf(text);
    if (kind < 0) continue;
    const isOpening = opens(texts, at) ?? open[kind] === 0;
    texts[at] = (isOpening ? OPENING : CLOSING)[kind]!;
    open[kind] = Math.max(open[kind]! + (isOpening ? 1 : -1), 0);
  }
}

function kindOf(text: string): number {
  if (text.length !== 1) return -1;
  const kind = OPENING.indexOf(text);
  return kind >= 0 ? kind : CLOSING.indexOf(text);
}

/** Whether a bracket stands before a word or behind one; undefined when its place does not tell. */
function opens(texts: readonly string[], at: number): boolean | undefined {
  const isAfterGap = BEFORE.test(texts[at - 1] ?? ' ');
  const isBeforeGap = BEHIND.test(texts[at + 1] ?? ' ');
  return isAfterGap === isBeforeGap ? undefined : isAfterGap;
}
