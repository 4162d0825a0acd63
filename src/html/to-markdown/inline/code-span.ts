const BACKTICKS = /`+/g;

/** Inline code between backticks (CommonMark section 6.1): one more than the shortest length that the code leaves free. */
export function codeSpan(code: string): string {
  const used = new Set(code.match(BACKTICKS)?.map((run) => run.length));
  let length = 1;
  while (used.has(length)) length++;
  const fence = '`'.repeat(length);
  const needsPadding = code.startsWith('`') || code.endsWith('`');
  return needsPadding ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`;
}
