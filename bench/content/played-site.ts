import { readFileSync } from 'node:fs';
import { parseHTML } from 'linkedom';
import { decodeHtml } from '../../src/html/decode.ts';
import type { LabelledPage } from './labelled-pages.ts';
import { wordsOf } from './word-f1.ts';

/** Pages of one look with texts of others, and what of each is content. */
export interface PlayedSite {
  /** The page that lent its look. */
  readonly id: string;
  readonly pages: ReadonlyArray<{ readonly address: string; readonly html: string; readonly truth: string }>;
}

/** A text to put into a look. */
export interface Story {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** The parts of a DOM that are used here. */
interface Block {
  readonly localName: string;
  textContent: string | null;
  querySelector(selector: string): Block | null;
  closest(selector: string): Block | null;
  remove(): void;
}

interface Look {
  readonly body: Block;
  querySelectorAll(selector: string): Iterable<Block>;
}

const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, dd, dt, td, th, pre, figcaption';
const RUN_WORDS = 4;
/** A look is taken when so much of its marked text stands in blocks that can be filled anew. */
const LEAST_FILLED = 0.9;
const LEAST_PARAGRAPHS = 8;
const PARAGRAPH_WORDS = 12;
const HEADING_WORDS = 4;
/** A link with so many words is the headline of another page. */
const TEASER_WORDS = 5;

/** The text of a labelled page, when there is enough of it. */
export function storyOf({ title, truth }: LabelledPage): Story | undefined {
  const paragraphs = truth.split('\n').filter((line) => wordsOf(line).length >= PARAGRAPH_WORDS);
  return paragraphs.length >= LEAST_PARAGRAPHS && title !== '' ? { title, paragraphs } : undefined;
}

/** Puts each of `stories` into the look of `page`; undefined when its content does not stand in plain blocks. */
export function playSite(page: LabelledPage, stories: readonly Story[]): PlayedSite | undefined {
  const look = decodeHtml(readFileSync(page.htmlFile)).text;
  const pages = stories.map((story, index) => {
    const { document } = parseHTML(look);
    const blocks = contentBlocks(document, page.truth);
    if (blocks === undefined) return undefined;
    const truth = fillBlocks(blocks, story);
    changeTeasers(document, blocks, stories, index);
    return { address: `https://${page.id}.test/story-${index}`, html: document.toString(), truth };
  });
  return pages.every((each) => each !== undefined) ? { id: page.id, pages } : undefined;
}

/** The innermost blocks whose text is marked, in document order. */
function contentBlocks(document: Look, truth: string): Block[] | undefined {
  const marked = new Set(runsOf(wordsOf(truth)));
  const flat = ` ${wordsOf(truth).join(' ')} `;
  const blocks = [...document.querySelectorAll(BLOCKS)].filter((block) => {
    if (block.querySelector(BLOCKS) !== null) return false;
    const words = wordsOf(block.textContent ?? '');
    const runs = runsOf(words);
    if (runs.length === 0)
      return words.length > 0 && isHeading(block) && flat.includes(` ${words.join(' ')} `);
    return runs.filter((run) => marked.has(run)).length >= 0.8 * runs.length;
  });
  const filled = blocks.reduce((sum, block) => sum + wordsOf(block.textContent ?? '').length, 0);
  const paragraphs = blocks.filter(({ localName }) => localName === 'p').length;
  const isPlain = filled >= LEAST_FILLED * wordsOf(truth).length && paragraphs >= LEAST_PARAGRAPHS;
  return isPlain && blocks.some(({ localName }) => localName === 'h1') ? blocks : undefined;
}

/** Fills the blocks with a story and takes out those that are left over. Returns the text that is content now. */
function fillBlocks(blocks: readonly Block[], { title, paragraphs }: Story): string {
  const truth: string[] = [];
  let next = 0;
  let hasTitle = false;
  for (const block of blocks) {
    let text: string | undefined;
    if (block.localName === 'h1') {
      text = hasTitle ? undefined : title;
      hasTitle = true;
    } else if (isHeading(block)) {
      text = paragraphs[next] && wordsOf(paragraphs[next]!).slice(0, HEADING_WORDS).join(' ');
    } else if (block.localName === 'p') text = paragraphs[next++];
    if (text === undefined) {
      block.remove();
      continue;
    }
    block.textContent = text;
    truth.push(text);
  }
  return truth.join('\n');
}

/** Lists of other pages name other ones on each page. */
function changeTeasers(
  document: Look,
  content: readonly Block[],
  stories: readonly Story[],
  index: number,
): void {
  const own = new Set(content);
  let next = index;
  for (const link of document.querySelectorAll('a')) {
    const isInText = own.has(link.closest(BLOCKS) ?? document.body);
    if (isInText || wordsOf(link.textContent ?? '').length < TEASER_WORDS) continue;
    const { title } = stories[++next % stories.length]!;
    link.textContent = `${title} (${next})`;
  }
}

function isHeading({ localName }: Block): boolean {
  return /^h[1-6]$/.test(localName);
}

function runsOf(words: readonly string[]): string[] {
  return words.slice(RUN_WORDS - 1).map((_, at) => words.slice(at, at + RUN_WORDS).join(' '));
}
