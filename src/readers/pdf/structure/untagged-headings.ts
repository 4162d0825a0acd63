import type { Block } from '../layout/block.ts';
import { FileStyle } from '../layout/file-style.ts';
import { HeadingLevels } from '../layout/headings/heading-levels.ts';
import { isHeadingLine } from '../layout/headings/heading-test.ts';
import { frameOf, type ColumnFrame } from '../layout/paragraphs.ts';
import type { TextLine } from '../layout/text-line.ts';
import type { PdfFacts } from '../pdf-page.ts';
import type { TaggedPage } from './tagged-pages.ts';

type Heading = Extract<Block, { type: 'heading' }>;

/**
 * Headings of files that tag all their text as paragraphs, as older programs do: told by size, weight and place, like those of files
 * without tags.
 */
export class UntaggedHeadings {
  readonly #style = new FileStyle();
  readonly #levels: HeadingLevels;
  /** The file tags headings: what it tags as a paragraph is one. */
  #hasTagged = false;

  constructor(facts: PdfFacts) {
    this.#levels = new HeadingLevels(facts);
  }

  /** Makes headings of paragraphs of these pages, which follow those added before. */
  find(pages: readonly TaggedPage[]): void {
    this.#hasTagged ||= pages.some(({ blocks }) => blocks.some(({ type }) => type === 'heading'));
    if (this.#hasTagged) return;
    for (const { page, margin } of pages) this.#style.add(page.words.filter((word) => !margin.has(word)));
    const found = pages.flatMap((tagged) =>
      this.#onPage(tagged).map((heading) => ({ heading, page: tagged.page.number })),
    );
    this.#levels.add(found);
    for (const { heading } of found) this.#levels.assign(heading);
  }

  #onPage({ blocks, overrides }: TaggedPage): Heading[] {
    const lines = blocks.flatMap((block) => linesOf(block) ?? []);
    if (lines.length === 0) return [];
    const frame = frameOf(lines);
    const headings: Heading[] = [];
    for (const [index, block] of blocks.entries()) {
      if (block.type !== 'paragraph' || overrides.has(block)) continue;
      if (!this.#isHeading(block, { before: blocks[index - 1], next: blocks[index + 1], frame })) continue;
      const heading = toHeading(block, frame);
      blocks[index] = heading;
      headings.push(heading);
    }
    return headings;
  }

  #isHeading({ lines, box }: Paragraph, { before, next, frame }: Neighbours): boolean {
    const [first] = lines;
    if (first === undefined) return false;
    const size = Math.max(first.size, 1);
    const gap = (upper: Block | undefined, bottom: Block | undefined): number => {
      const space = (bottom?.box.top ?? Infinity) - (upper?.box.bottom ?? -Infinity);
      // A line that comes next at the top of another column is not above or below.
      return space < -size ? Infinity : space / size;
    };
    const self = { type: 'paragraph', lines, box, confidence: 1 } as const;
    return isHeadingLine(lines, {
      style: this.#style,
      levels: this.#levels,
      next: next === undefined ? undefined : linesOf(next),
      above: gap(before, self),
      below: gap(self, next),
      leading: frame.pitch - (first.box.bottom - first.box.top) / size,
      width: frame.right - frame.left,
    });
  }
}

type Paragraph = Extract<Block, { type: 'paragraph' }>;

interface Neighbours {
  before: Block | undefined;
  next: Block | undefined;
  frame: ColumnFrame;
}

/** Undefined for what is no text that flows. */
function linesOf(block: Block): readonly TextLine[] | undefined {
  if (block.type === 'list') return block.items[0]?.lines;
  return block.type === 'paragraph' || block.type === 'heading' ? block.lines : undefined;
}

function toHeading({ lines, box }: Paragraph, frame: ColumnFrame): Heading {
  const size = lines[0]?.size ?? 1;
  const side = box.left - frame.left;
  const isCentred = side > size * 2 && Math.abs(side - (frame.right - box.right)) < Math.max(4, side * 0.08);
  return { type: 'heading', level: 0, isCentred, lines, box, confidence: 0.8 };
}
