import { readInlineMarkdown } from '../../text/inline-markdown.ts';
import { sentenceLengths } from '../../text/sentences.ts';

/** A paragraph up to this many characters stays whole. */
const WHOLE = 400;
/** Sentences are gathered up to this many characters. */
const GATHERED = 280;
/** A sentence that is longer is cut between words: it is none. */
const LONGEST = 1000;
const CODE_PIECE = 600;

interface ParagraphPiece {
  readonly text: string;
  readonly markdown: string;
  /** White space between this piece and the next. */
  readonly joint: string;
}

/** A paragraph in pieces of some sentences; no link, emphasis or code is torn apart. */
export function cutParagraph(markdown: string): ParagraphPiece[] {
  const inline = readInlineMarkdown(markdown);
  if (inline.plain.length <= WHOLE) return [{ text: inline.plain.trim(), markdown, joint: '\n' }];
  const pieces: ParagraphPiece[] = [];
  let from = 0;
  let end = 0;
  const take = (): void => {
    const piece = markdown.slice(from, end);
    const trimmed = piece.trimEnd();
    pieces.push({
      text: readInlineMarkdown(trimmed).plain.trim(),
      markdown: trimmed,
      joint: piece.slice(trimmed.length),
    });
    from = end;
  };
  for (const length of sentenceLengths(inline.masked)) {
    if (end > from && end + length - from > GATHERED && inline.canCutAt(end)) take();
    const stop = end + length;
    while (stop - end > LONGEST) {
      end = cutBetweenWords(markdown, end);
      if (inline.canCutAt(end)) take();
    }
    end = stop;
  }
  take();
  return pieces;
}

function cutBetweenWords(markdown: string, from: number): number {
  const blank = markdown.slice(from, from + LONGEST).lastIndexOf(' ');
  if (blank > 0) return from + blank + 1;
  const end = from + LONGEST;
  return /[\uDC00-\uDFFF]/.test(markdown[end] ?? '') ? end - 1 : end;
}

/** Code in pieces of some lines, each between fences of its own. */
export function cutCode(markdown: string): string[] {
  if (markdown.length <= CODE_PIECE) return [markdown];
  const [opening = '', ...lines] = markdown.split('\n');
  const fence = /^(?:`+|~+)/.exec(opening)?.[0] ?? '';
  if (lines.at(-1)?.trim() === fence) lines.pop();
  const pieces: string[] = [];
  let piece: string[] = [];
  let length = 0;
  const take = (): void => {
    if (piece.length > 0) pieces.push([opening, ...piece, fence].join('\n'));
    piece = [];
    length = 0;
  };
  for (const line of lines) {
    if (length + line.length > CODE_PIECE) take();
    piece.push(line);
    length += line.length + 1;
  }
  take();
  return pieces;
}
