/** A Markdown text without its markup. */
export interface PlainText {
  /** A block a line, table rows and lines of code too. */
  text: string;
  headings: string[];
}

const FENCE = /^[\t >]*(?:(?:[-*+]|\d{1,9}[.)])[\t ]+)?(`{3,}|~{3,})/;
/** Quotes, list markers, boxes of tasks. */
const LEAD = /^(?:[\t >]|[-*+][\t ]|\d{1,9}[.)][\t ]|\[[ xX]\] )+/;
const HEADING = /^#{1,6}[\t ]+/;
const CELL_BORDERS = /(?<!\\)\|/g;
const MARKED = /[\\`[\]*_~<]/;
/**
 * Code, pictures, ends of links, escaped signs, emphasis, the few tags of our Markdown. A bracket of the text itself is
 * escaped, so a bare one opens a link.
 */
const MARKUP =
  /`([^`]+)`|!\[(?:[^[\]\\]|\\.)*\]\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|\]\((?:[^()\\]|\\.|\((?:[^()\\]|\\.)*\))*\)|\\([!-/:-@[-`{-~])|\\$|[[\]`]|\*{1,3}|~~|<\/?(?:br|su[bp])\s{0,8}\/?>/g;
/** The same where underscores may be emphasis, which looks at the letters around them and takes five times as long. */
const MARKUP_AND_UNDERSCORES = new RegExp(
  String.raw`${MARKUP.source}|(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])`,
  'gu',
);
/** A line without one is a rule, or shows nothing. */
const LETTER = /[\p{L}\p{N}]/u;

/** Reads Markdown as plain text, at most `maxCharacters` of it, line by line. */
export function plainOfMarkdown(markdown: string, maxCharacters: number): PlainText {
  const lines: string[] = [];
  const headings: string[] = [];
  let fence = '';
  let left = maxCharacters;
  for (let from = 0, end = 0; from < markdown.length && left > 0; from = end + 1) {
    const lineFeed = markdown.indexOf('\n', from);
    end = lineFeed === -1 ? markdown.length : lineFeed;
    if (end === from) continue;
    const line = markdown.slice(from, end);
    if (isAsciiLetter(line.charCodeAt(0))) {
      // Nothing of the page's structure begins so, and most lines do.
      const text = fence === '' ? withoutMarkup(line).trim() : line.trim();
      lines.push(text);
      left -= text.length + 1;
      continue;
    }
    const opened = FENCE.exec(line)?.[1];
    if (opened !== undefined && (fence === '' || opened.startsWith(fence))) {
      fence = fence === '' ? opened : '';
      continue;
    }
    const { text, isHeading } = fence === '' ? plainLine(line) : { text: line.trim(), isHeading: false };
    if (!LETTER.test(text)) continue;
    if (isHeading) headings.push(text);
    lines.push(text);
    left -= text.length + 1;
  }
  return { text: lines.join('\n').slice(0, maxCharacters), headings };
}

function plainLine(line: string): { text: string; isHeading: boolean } {
  let rest = line.replace(LEAD, '');
  const isHeading = HEADING.test(rest);
  if (isHeading) rest = rest.replace(HEADING, '');
  if (line.startsWith('|') || rest.startsWith('|')) rest = rest.replace(CELL_BORDERS, ' ');
  return { text: withoutMarkup(rest).trim(), isHeading };
}

function withoutMarkup(line: string): string {
  if (!MARKED.test(line)) return line;
  return line.replaceAll(line.includes('_') ? MARKUP_AND_UNDERSCORES : MARKUP, unmarked);
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function unmarked(mark: string, code: string | undefined, escaped: string | undefined): string {
  return code ?? escaped ?? (mark.startsWith('<b') ? ' ' : '');
}
