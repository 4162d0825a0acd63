import type { Comment } from 'oxc-parser';

import { isSubjectless } from './is-subjectless.ts';

/** Offsets of comments with a sentence that begins with What, Who, Of or Such; the rule is in CONTRIBUTING.md. */
export function findSubjectlessComments(comments: readonly Comment[]): number[] {
  return comments.filter(({ value }) => isSubjectless(textOf(value))).map(({ start }) => start);
}

/** Gives the text of a comment on one line, without the stars at the beginnings of its lines. */
function textOf(value: string): string {
  return value
    .replaceAll(/^\s*\*+/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
