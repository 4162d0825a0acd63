/** A stretch of Markdown that is best kept whole: a block with the blank lines after it. */
export interface MarkdownUnit {
  readonly from: number;
  readonly end: number;
  readonly kind: 'text' | 'heading' | 'table' | 'code';
  /** Level of a heading, 0 for other blocks. */
  readonly level: number;
  /** Markdown that must stand before the unit where a piece begins with it: the header of a table, the opening of a fence. */
  readonly lead: string;
  /** Markdown that must stand after the unit where a piece ends with it: the closing of a fence. */
  readonly tail: string;
  /** Rows of a table or lines of code; undefined where there are none. */
  readonly parts: (() => Iterable<MarkdownUnit>) | undefined;
}

interface Line {
  readonly from: number;
  /** After its line feed. */
  readonly end: number;
  /** The beginning of the line: enough to tell what it is. */
  readonly start: string;
}

/** Characters of a line that are looked at. */
const LINE_START = 240;
const BLANK = /^\s*$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]|$)/;
const FENCE = /^(?:[ \t>]|[-*+] |\d{1,9}[.)] ){0,60}(`{3,}|~{3,})/;
const LANGUAGE = /^[\w+#.-]{1,20}/;
const DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*$/;
const LONGEST_FENCE = 12;

/** Reads Markdown as blocks, in order and without a gap; a fence that is never closed goes to the end. */
export function* readUnits(markdown: string): Generator<MarkdownUnit> {
  let from = 0;
  while (from < markdown.length) {
    const unit = readUnit(markdown, from);
    yield unit;
    from = unit.end;
  }
}

function readUnit(markdown: string, from: number): MarkdownUnit {
  const first = lineAt(markdown, from);
  const fence = FENCE.exec(first.start)?.[1];
  if (fence !== undefined) return readFence(markdown, first, fence);
  const heading = HEADING.exec(first.start)?.[1];
  if (heading !== undefined) {
    return {
      ...bare(from, endOfBlanks(markdown, first.end)),
      kind: 'heading',
      level: heading.length,
    };
  }
  const second = first.end < markdown.length ? lineAt(markdown, first.end) : undefined;
  const isTable = second !== undefined && isDelimiterRow(second) && first.start.includes('|');
  const end = endOfBlanks(markdown, endOfBlock(markdown, first));
  if (!isTable) return bare(from, end);
  const header = markdown.slice(from, second.end);
  return { ...bare(from, end), kind: 'table', parts: () => lines(markdown, from, end, header) };
}

function bare(from: number, end: number): MarkdownUnit {
  return { from, end, kind: 'text', level: 0, lead: '', tail: '', parts: undefined };
}

function isDelimiterRow({ start }: Line): boolean {
  return start.includes('-') && start.length < LINE_START && DELIMITER_ROW.test(start.trimEnd());
}

/** The rows of a table, the first with the lines above it. */
function* lines(markdown: string, from: number, end: number, lead: string): Generator<MarkdownUnit> {
  let lineFrom = from + lead.length;
  let isFirst = true;
  while (lineFrom < end || isFirst) {
    const line = lineFrom < end ? lineAt(markdown, lineFrom) : { end };
    const unit = bare(isFirst ? from : lineFrom, Math.min(line.end, end));
    yield isFirst ? unit : { ...unit, lead };
    isFirst = false;
    lineFrom = line.end;
  }
}

function readFence(markdown: string, first: Line, fence: string): MarkdownUnit {
  const closing = new RegExp(`^[ \\t>]*\\${fence[0]}{${fence.length},}[ \\t]*$`);
  let end = first.end;
  let closedFrom = markdown.length;
  while (end < markdown.length) {
    const line = lineAt(markdown, end);
    end = line.end;
    if (!closing.test(line.start.trimEnd())) continue;
    closedFrom = line.from;
    break;
  }
  const unit: MarkdownUnit = { ...bare(first.from, endOfBlanks(markdown, end)), kind: 'code' };
  if (fence.length > LONGEST_FENCE) return unit;
  const language = LANGUAGE.exec(first.start.slice(first.start.indexOf(fence) + fence.length))?.[0] ?? '';
  return { ...unit, parts: () => codeLines(markdown, { unit, first, closedFrom, fence, language }) };
}

interface FencedCode {
  readonly unit: MarkdownUnit;
  readonly first: Line;
  /** Where the closing line begins. */
  readonly closedFrom: number;
  readonly fence: string;
  readonly language: string;
}

/** The lines of code: the first with the opening fence, the last with the closing one. */
function* codeLines(markdown: string, code: FencedCode): Generator<MarkdownUnit> {
  const { unit, first, closedFrom, fence, language } = code;
  const lead = `${fence}${language}\n`;
  const tail = `\n${fence}`;
  let from = first.from;
  let next = first.end;
  while (from < unit.end) {
    const end = next < closedFrom ? lineAt(markdown, next).end : unit.end;
    const isLast = end >= closedFrom;
    const stop = isLast ? unit.end : end;
    yield {
      ...bare(from, stop),
      lead: from === first.from ? '' : lead,
      tail: isLast && closedFrom < markdown.length ? '' : tail,
    };
    from = next = stop;
  }
}

/** The end of the paragraph, list or table that a line begins: before a blank line, a heading or a fence. */
function endOfBlock(markdown: string, first: Line): number {
  let { end } = first;
  while (end < markdown.length) {
    const line = lineAt(markdown, end);
    if (BLANK.test(line.start) || HEADING.test(line.start) || FENCE.test(line.start)) break;
    end = line.end;
  }
  return end;
}

function endOfBlanks(markdown: string, from: number): number {
  let end = from;
  while (end < markdown.length) {
    const line = lineAt(markdown, end);
    if (!BLANK.test(line.start)) break;
    end = line.end;
  }
  return end;
}

function lineAt(markdown: string, from: number): Line {
  const lineFeed = markdown.indexOf('\n', from);
  const end = lineFeed === -1 ? markdown.length : lineFeed + 1;
  return { from, end, start: markdown.slice(from, Math.min(end, from + LINE_START)) };
}
