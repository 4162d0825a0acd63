import { splitBlock, toMarkdownBlocks, type MarkdownBlock } from './markdown-blocks.ts';

/** A piece of a Markdown text. */
export interface Chunk {
  /** The headings that the piece stands under, from the highest to its own. */
  headings: string[];
  /** Words of the text, as Unicode divides it. */
  words: number;
  text: string;
}

/** A heading and all up to the next one; a text may begin without. */
interface Section {
  /** 1 to 6; 0 for what stands before the first heading. */
  level: number;
  headings: string[];
  blocks: MarkdownBlock[];
  words: number;
  /** Whether there is nothing but headings in it. */
  isBare: boolean;
}

/**
 * Cuts Markdown into pieces of at most `maxWords` words. Each heading begins a piece, with the sections below it as long
 * as they fit. A longer section is cut between its blocks, a longer block between its lines or sentences; pieces of a
 * table repeat its head and pieces of code their fence. Nothing is left out.
 */
export function chunkMarkdown(markdown: string, maxWords: number): Chunk[] {
  const chunks: Chunk[] = [];
  let current: Section | undefined;
  for (const section of toSections(toMarkdownBlocks(markdown))) {
    if (current !== undefined && takesIn(current, section, maxWords)) add(current, section, maxWords);
    else {
      if (current !== undefined) addPieces(chunks, current, maxWords);
      current = section;
    }
  }
  if (current !== undefined) addPieces(chunks, current, maxWords);
  return chunks;
}

function takesIn(section: Section, next: Section, maxWords: number): boolean {
  return next.level > section.level && (section.isBare || section.words + next.words <= maxWords);
}

function add(section: Section, below: Section, maxWords: number): void {
  section.words += below.words;
  for (const block of below.blocks) section.blocks.push(block);
  // Headings without text have the path of the text below them, which is too long to stand with more.
  if (section.isBare && section.words > maxWords)
    Object.assign(section, { level: below.level, headings: below.headings });
  section.isBare &&= below.isBare;
}

function* toSections(blocks: readonly MarkdownBlock[]): Generator<Section> {
  const path: { level: number; title: string }[] = [];
  let section: Section = { level: 0, headings: [], blocks: [], words: 0, isBare: true };
  for (const block of blocks) {
    const { heading } = block;
    if (heading !== undefined) {
      if (section.blocks.length > 0) yield section;
      while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
      path.push(heading);
      const headings = path.map(({ title }) => title);
      section = { level: heading.level, headings, blocks: [], words: 0, isBare: true };
    } else section.isBare = false;
    section.blocks.push(block);
    section.words += block.words;
  }
  if (section.blocks.length > 0) yield section;
}

function addPieces(chunks: Chunk[], { headings, blocks, words }: Section, maxWords: number): void {
  if (words <= maxWords) {
    chunks.push(toChunk(headings, blocks));
    return;
  }
  let kept: MarkdownBlock[] = [];
  let keptWords = 0;
  // A heading does not stand alone at the end of a piece.
  let hasText = false;
  for (const whole of blocks) {
    const parts = splitBlock(whole, maxWords - (hasText ? 0 : keptWords));
    for (const [index, block] of parts.entries()) {
      // Parts of one block do not stand in one piece as if they were several.
      if (hasText && (index > 0 || keptWords + block.words > maxWords)) {
        chunks.push(toChunk(headings, kept));
        [kept, keptWords] = [[], 0];
      }
      kept.push(block);
      keptWords += block.words;
      hasText ||= block.heading === undefined;
    }
  }
  chunks.push(toChunk(headings, kept));
}

function toChunk(headings: string[], blocks: readonly MarkdownBlock[]): Chunk {
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  return { headings, words, text: blocks.map(({ text }) => text).join('\n\n') };
}
