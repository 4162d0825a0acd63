const BACKTICK_RUN = /`{3,}/g;

/** A fenced code block (CommonMark section 4.5) whose fence is longer than any run of backticks inside. */
export function fencedCode(code: string, language: string): string {
  let length = 3;
  for (const [run] of code.matchAll(BACKTICK_RUN)) length = Math.max(length, run.length + 1);
  const fence = '`'.repeat(length);
  return `${fence}${language}\n${code}\n${fence}`;
}
