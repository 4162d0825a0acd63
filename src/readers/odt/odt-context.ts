import type { BlockWriter } from '../html-writer/block-writer.ts';
import type { Footnotes } from '../html-writer/footnotes.ts';
import type { OutputBudget } from '../html-writer/output-budget.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { HeadingNumbers } from './heading-numbers.ts';
import type { ListNumbers } from './list-numbers.ts';
import type { ListStyles } from './list-styles.ts';
import type { OpenLists } from './open-lists.ts';
import type { StyleTable } from './style-table.ts';

/** Where a block stands. */
export interface BlockPlace {
  /** Cells of a table head are bold as such. */
  isTableHead: boolean;
  /** In a cell or an item of a list a line in a monospaced font is a word, and no listing. */
  isInline: boolean;
  /** The first paragraph of an item is the text of the item itself. */
  isItemText?: boolean;
  /** In a table of data a heading is a look. */
  areHeadingsStrong?: boolean;
  /** The number of a heading that is an item of a list, '' for none; others are numbered by the outline. */
  headingNumber?: string;
}

/** What is known of a file while its text is written. */
export interface OdtContext {
  styles: StyleTable;
  listStyles: ListStyles;
  listNumbers: ListNumbers;
  headingNumbers: HeadingNumbers;
  openLists: OpenLists;
  budget: OutputBudget;
  footnotes: Footnotes;
  warnings: Set<string>;
  /** Bookmarks that a link of the file leads to. */
  targets: ReadonlySet<string>;
  hasImages: boolean;
  /** Embedded objects that were read; each is read once, also when it refers to itself. */
  objects: Set<string>;
  /** Data URIs of pictures by their part; undefined for those that no page can show. */
  pictures: Map<string, string | undefined>;
  /** Monospaced fonts mean code; not so in a file that is all in one. */
  isMonospacedCode: boolean;
  /** Characters seen, and how many of them are in a monospaced font. */
  letters: { all: number; monospaced: number };
  /** Cells that repeats may still make. */
  repeatedCells: number;
  /** A part of the package, undefined when there is none that can be read. */
  part(name: string): Buffer | undefined;
  /** Writes blocks: paragraphs, lists, tables, sections and drawings. */
  writeBlocks(children: ReadonlyArray<XmlElement | string>, out: BlockWriter, place: BlockPlace): void;
}
