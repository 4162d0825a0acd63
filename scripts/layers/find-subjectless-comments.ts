import type { Comment } from 'oxc-parser';

/** Beginnings of sentences that have no subject until their end. */
const BARE_START = /(?:^|[.!?] )(?:What|Whatever|Who|Whoever|Whom|Whose|Of|Such)\b/;

/** Offsets of comments with a sentence that begins with What, Who, Of or Such; the rule is in CONTRIBUTING.md. */
export function findSubjectlessComments(comments: readonly Comment[]): number[] {
  return comments.filter(({ value }) => BARE_START.test(textOf(value))).map(({ start }) => start);
}

/** Gives the text of a comment on one line, without the stars at the beginnings of its lines. */
function textOf(value: string): string {
  return value
    .replaceAll(/^\s*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
