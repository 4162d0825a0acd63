/** Beginnings of sentences that have no subject until their end. */
const BARE_START = /(?:^|[.!?] )(?:What|Whatever|Who|Whoever|Whom|Whose|Of|Such)\b/;

/** Whether a text on one line has a sentence that begins with What, Who, Of or Such. */
export function isSubjectless(text: string): boolean {
  return BARE_START.test(text);
}
