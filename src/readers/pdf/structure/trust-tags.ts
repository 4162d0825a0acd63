import { countLetters } from '../count-letters.ts';
import type { Block } from '../layout/block.ts';
import type { PdfPage, PdfWord } from '../pdf-page.ts';
import type { TaggedWords } from './tagged-words.ts';

/** Share of the letters of a page that its tags have to cover. */
const LEAST_COVERAGE = 0.9;
/** Share of those that stand in a tag which says what they are. */
const LEAST_MEANING = 0.5;
/** A page with less may well be one paragraph. */
const LONG_TEXT = 800;
const MOST_IN_ONE = 0.85;
/** Paragraphs of one line each that do not end with a sentence: a program has tagged lines. */
const MANY_PARAGRAPHS = 10;
const MOST_SINGLE_LINES = 0.75;
const MOST_UNFINISHED = 0.6;

export interface ReadTags {
  words: TaggedWords;
  /** Words of running headers and footers, which have no tags. */
  margin: ReadonlySet<PdfWord>;
  blocks: readonly Block[];
}

/** Whether the structure tree tells more than where the words stand. */
export function areTagsTrustworthy(page: PdfPage, { words, margin, blocks }: ReadTags): boolean {
  let letters = 0;
  for (const word of page.words) if (!margin.has(word)) letters += countLetters(word.text);
  if (letters === 0 || words.letters < letters * LEAST_COVERAGE) return false;
  if (words.meaningfulLetters < words.letters * LEAST_MEANING) return false;
  return !isOneBlock(blocks, letters) && !areLines(blocks);
}

function isOneBlock(blocks: readonly Block[], letters: number): boolean {
  if (letters < LONG_TEXT) return false;
  return blocks.some((block) => {
    if (block.type !== 'paragraph' && block.type !== 'heading') return false;
    return block.lines.reduce((sum, line) => sum + line.length, 0) > letters * MOST_IN_ONE;
  });
}

function areLines(blocks: readonly Block[]): boolean {
  const paragraphs = blocks.filter((block) => block.type === 'paragraph');
  if (paragraphs.length < MANY_PARAGRAPHS) return false;
  const single = paragraphs.filter(({ lines }) => lines.length <= 1);
  if (single.length < paragraphs.length * MOST_SINGLE_LINES) return false;
  const unfinished = single.filter(
    ({ lines }) => (lines[0]?.length ?? 0) > 30 && /[\p{Ll},-]$/u.test(lines[0]?.text ?? ''),
  );
  return unfinished.length > single.length * MOST_UNFINISHED;
}
