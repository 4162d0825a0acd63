/** Words that say nothing about what is looked for, next to others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are at be by do does for from how i in is it my of on or our the this to we what when where which with you your'.split(
    ' ',
  ),
);
