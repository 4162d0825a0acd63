import { readInlineMarkdown } from '../../text/inline-markdown.ts';

const LINE_END = /\\?\n/g;
/** A name with its value, or a question. */
const NAMED = /^.{1,40}[:：]\s*\S|[?？؟]$/;
/** Paragraphs with more lines are no list of facts. */
const MAX_LINES = 200;

interface Line {
  readonly markdown: string;
  /** The sign of the line's beginning: a line feed, or a line break; '' for the first. */
  readonly joint: string;
}

/** The lines of a paragraph that says one thing in each: names with their values, questions with answers; else the whole. */
export function cutLines(markdown: string): Line[] {
  const whole = [{ markdown, joint: '' }];
  if (!markdown.includes('\n')) return whole;
  const { canCutAt } = readInlineMarkdown(markdown);
  const lines: Line[] = [];
  let from = 0;
  let joint = '';
  for (const { 0: end, index } of markdown.matchAll(LINE_END)) {
    if (lines.length >= MAX_LINES || !canCutAt(index + end.length)) return whole;
    lines.push({ markdown: markdown.slice(from, index), joint });
    from = index + end.length;
    joint = end;
  }
  lines.push({ markdown: markdown.slice(from), joint });
  const named = lines.filter((line) => NAMED.test(line.markdown)).length;
  return named * 2 >= lines.length ? lines : whole;
}
