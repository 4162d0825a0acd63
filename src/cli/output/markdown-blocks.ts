/** A block of Markdown: a heading, a paragraph, a list, a table, code. */
export interface MarkdownBlock {
  text: string;
  words: number;
  /** How it is cut. */
  kind: 'heading' | 'code' | 'table' | 'text';
  /** Absent for all that is no heading. */
  heading?: { level: number; title: string };
}

const FENCE = /^ *(?<fence>`{3,}|~{3,})/;
const HEADING = /^(?<marks>#{1,6})(?: |$)/;
/** The line below the head of a table. */
const DELIMITERS = /^ *\|?[ :|-]*-[ :|-]*$/;
/** Characters of a heading that are read; the rest shows in its text only. */
const MAX_TITLE = 500;

/** The blocks of a Markdown text, in order; between them there are empty lines alone. */
export function toMarkdownBlocks(markdown: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const end = (): void => {
    if (lines.length > 0) blocks.push(toBlock(lines));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const mark = FENCE.exec(line)?.groups?.['fence'];
    if (fence !== undefined) {
      lines.push(line);
      if (mark?.startsWith(fence) === true && line.trim() === mark) {
        fence = undefined;
        end();
      }
    } else if (mark !== undefined) {
      // Within an item of a list the code belongs to the item.
      if (!line.startsWith(' ')) end();
      fence = mark;
      lines.push(line);
    } else if (line.trim() === '') end();
    else if (HEADING.test(line)) {
      end();
      lines.push(line);
      end();
    } else lines.push(line);
  }
  end();
  return blocks;
}

function toBlock(lines: readonly string[]): MarkdownBlock {
  const text = lines.join('\n');
  const [first = '', second = ''] = lines;
  const words = countWords(text);
  const marks = HEADING.exec(first)?.groups?.['marks'];
  if (marks !== undefined)
    return { kind: 'heading', text, words, heading: { level: marks.length, title: plainTitle(first) } };
  if (FENCE.test(first)) return { kind: 'code', text, words };
  return { kind: first.includes('|') && DELIMITERS.test(second) ? 'table' : 'text', text, words };
}

/** `## The [*new*](/x) \# ones` as `The new # ones`. */
function plainTitle(line: string): string {
  return line
    .slice(0, MAX_TITLE)
    .replace(/^#+/, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/\\([!-/:-@[-`{-~])|[*`]/g, '$1')
    .trim();
}

const made: Partial<Record<'word' | 'sentence', Intl.Segmenter>> = {};

/** Made when a text is cut, and not at each start: what it knows of words takes 20 ms to load. */
function segmenterOf(granularity: 'word' | 'sentence'): Intl.Segmenter {
  return (made[granularity] ??= new Intl.Segmenter('en', { granularity }));
}

function countWords(text: string): number {
  let words = 0;
  if (!/[\p{L}\p{N}]/u.test(text)) return 0;
  for (const { isWordLike } of segmenterOf('word').segment(text)) if (isWordLike === true) words++;
  return words;
}

/** A block as blocks of at most so many words, except where one word, or what each has to repeat, is more. */
export function splitBlock(block: MarkdownBlock, maxWords: number): MarkdownBlock[] {
  if (block.words <= maxWords || block.kind === 'heading') return [block];
  const lines = block.text.split('\n');
  switch (block.kind) {
    case 'code': {
      const isClosed = lines.length > 1 && FENCE.test(lines.at(-1)!);
      const fence = FENCE.exec(lines[0]!)?.groups?.['fence'] ?? '```';
      return cutLines(lines.slice(1, isClosed ? -1 : undefined), {
        maxWords,
        kind: 'code',
        before: `${lines[0]!}\n`,
        after: `\n${fence}`,
      });
    }
    case 'table':
      return cutLines(lines.slice(2), {
        maxWords,
        kind: 'table',
        before: `${lines[0]!}\n${lines[1]!}\n`,
        after: '',
      });
    case 'text':
      return cutLines(
        lines.flatMap((line) => splitLine(line, maxWords)),
        { maxWords, kind: 'text', before: '', after: '' },
      );
  }
}

interface Cut {
  maxWords: number;
  kind: MarkdownBlock['kind'];
  /** Repeated around each piece. */
  before: string;
  after: string;
}

/** As many lines to a piece as fit, and one at least. */
function cutLines(lines: readonly string[], { maxWords, kind, before, after }: Cut): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const repeated = countWords(before);
  let kept: string[] = [];
  let words = repeated;
  const end = (): void => {
    blocks.push({ kind, words, text: before + kept.join('\n') + after });
    [kept, words] = [[], repeated];
  };
  for (const line of lines) {
    const more = countWords(line);
    if (kept.length > 0 && words + more > maxWords) end();
    kept.push(line);
    words += more;
  }
  if (kept.length > 0 || blocks.length === 0) end();
  return blocks;
}

/** A line as lines of whole sentences, a longer sentence as lines of whole words. */
function splitLine(line: string, maxWords: number): string[] {
  if (countWords(line) <= maxWords) return [line];
  const parts: string[] = [];
  let kept = '';
  let words = 0;
  const add = (text: string, more: number): void => {
    if (words > 0 && words + more > maxWords) {
      parts.push(kept.trimEnd());
      [kept, words] = ['', 0];
    }
    kept += text;
    words += more;
  };
  for (const { segment } of segmenterOf('sentence').segment(line)) {
    const more = countWords(segment);
    if (more <= maxWords) add(segment, more);
    else
      for (const { segment: word, isWordLike } of segmenterOf('word').segment(segment))
        add(word, isWordLike === true ? 1 : 0);
  }
  if (kept.trim() !== '') parts.push(kept.trimEnd());
  return parts;
}
