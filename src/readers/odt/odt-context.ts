import type { Footnotes } from '../html-writer/footnotes.ts';
import type { OutputBudget } from '../html-writer/output-budget.ts';
import type { ItemMark } from '../text-document/list-item.ts';
import type { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import type { XmlElement } from '../xml/xml-element.ts';
import type { ItemNumbers } from './item-numbers.ts';
import type { ListStyles } from './list-styles.ts';
import type { StyleTable } from './style-table.ts';

/** Where a block stands. */
export interface BlockPlace {
  /** Twentieths of a point that it is indented by the lists that it stands in. */
  indent: number;
  /** How the item begins that it stands in: of its first paragraph with text. Headings out of lists have an outline. */
  pending?: { mark?: ItemMark | undefined } | undefined;
}

/** The facts of a file that its text is written by. */
export interface OdtContext {
  styles: StyleTable;
  listStyles: ListStyles;
  itemNumbers: ItemNumbers;
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
  writeBlocks(children: ReadonlyArray<XmlElement | string>, out: TextDocumentWriter, place: BlockPlace): void;
}
