import type { WrittenBlock } from '../../html/to-markdown/written-block.ts';
import { toMarkdown, type MarkdownOptions } from '../../html/to-markdown/to-markdown.ts';
import { TABLE } from '../../html/tags.ts';
import type { Tree } from '../../html/tree.ts';
import { readMarkdownBlocks } from './blocks-of-markdown.ts';
import { CardFinder } from './card-finder.ts';
import { hasHeaderRow } from './has-header-row.ts';
import { PassageWriter } from './passage-writer.ts';
import type { Passage } from './passage.ts';

/** Characters of Markdown that are made into passages; what comes after is not looked at. */
const MAX_CHARACTERS = 2_000_000;

/** The passages of a page, from its tree and what is removed from it. Linear, and ends after 2 million characters. */
export function findPassages(tree: Tree, options: MarkdownOptions = {}): Passage[] {
  const cards = new CardFinder(tree);
  const writer = new PassageWriter((first, second) => cards.areOfOneCard(first, second));
  const take = limited((block) => {
    const isTable = block.node !== -1 && tree.tag[block.node] === TABLE;
    writer.add(block, !isTable || hasHeaderRow(tree, block.node));
  });
  toMarkdown(tree, { ...options, onBlock: take });
  return writer.finish();
}

/** The passages of a file that is Markdown or plain text already. */
export function passagesOfMarkdown(markdown: string): Passage[] {
  const writer = new PassageWriter(() => false);
  readMarkdownBlocks(
    markdown.slice(0, MAX_CHARACTERS),
    limited((block) => writer.add(block, true)),
  );
  return writer.finish();
}

/** Hands blocks on until there are too many characters in them. */
function limited(add: (block: WrittenBlock) => void): (block: WrittenBlock) => boolean {
  let left = MAX_CHARACTERS;
  return function take(block) {
    add(block.markdown.length <= left ? block : { ...block, markdown: block.markdown.slice(0, left) });
    left -= block.markdown.length;
    return left > 0;
  };
}
