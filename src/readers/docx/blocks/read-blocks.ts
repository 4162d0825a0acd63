import { readChunk } from '../chunks/read-chunk.ts';
import { chosenAlternative } from '../inline/alternate-content.ts';
import { emptyParagraph, type Paragraph } from '../inline/paragraph.ts';
import { addBookmark, readInline } from '../inline/read-inline.ts';
import { childOf, isElement, type XmlElement } from '../../xml/xml-element.ts';
import { TextDocumentWriter } from '../../text-document/text-document-writer.ts';
import type { CellContent } from '../../text-document/cell-content.ts';
import { openStory, type Story } from '../story.ts';
import { paragraphFormat, type ParagraphFormat } from './paragraph-format.ts';
import { readTable } from './read-table.ts';
import { writeParagraph } from './write-paragraph.ts';

/** Inline elements; where they stand among blocks they are a paragraph. */
const INLINE = new Set(['w:r', 'w:hyperlink', 'w:fldSimple', 'm:oMath', 'm:oMathPara']);
const SKIPPED = new Set(['w:sdtPr', 'w:sectPr', 'w:tcPr', 'w:del', 'w:moveFrom', 'w:pPr']);

/** Reads blocks one after the other: of the body, of a note, of a cell, of a text box. */
export class BlockReader {
  readonly #story: Story;
  readonly #writer: TextDocumentWriter;
  /** A paragraph that the next one goes on in. */
  #carried: Paragraph | undefined;
  /** Bookmarks between paragraphs. */
  #ids: string[] = [];

  constructor(story: Story, isCell = false) {
    this.#story = story;
    this.#writer = new TextDocumentWriter(story.document.budget, isCell);
  }

  readAll(parent: XmlElement): void {
    for (const child of parent.children) if (typeof child !== 'string') this.read(child);
  }

  read(block: XmlElement): void {
    if (SKIPPED.has(block.name)) return;
    if (INLINE.has(block.name)) {
      this.#readParagraph({ name: 'w:p', attributes: {}, children: [block] });
      return;
    }
    switch (block.name) {
      case 'w:p':
        this.#readParagraph(block);
        break;
      case 'w:tbl':
        this.#readTable(block);
        break;
      case 'w:bookmarkStart':
        addBookmark(block, this.#story, this.#ids);
        break;
      case 'w:altChunk':
        this.#writer.block(readChunk(this.#story, block.attributes['r:id']));
        break;
      case 'mc:AlternateContent': {
        const chosen = chosenAlternative(block);
        if (chosen !== undefined) this.readAll(chosen);
        break;
      }
      default:
        this.readAll(block);
    }
  }

  /** The HTML of what has been read. */
  finish(): string {
    this.#endCarried();
    return this.#writer.finish();
  }

  finishCell(): CellContent {
    this.#endCarried();
    return this.#writer.finishCell();
  }

  #endCarried(): void {
    if (this.#carried !== undefined) {
      this.#write(this.#carried, paragraphFormat(undefined, this.#story.document));
    }
    this.#carried = undefined;
  }

  #readParagraph(element: XmlElement): void {
    const { document, fields } = this.#story;
    const format = paragraphFormat(childOf(element, 'w:pPr'), document);
    const paragraph = this.#carried ?? emptyParagraph(document.budget);
    this.#carried = undefined;
    paragraph.ids.unshift(...this.#ids.splice(0));
    readInline(element, { story: this.#story, paragraph, style: format.style, link: undefined });
    paragraph.isContents = fields.isContents;
    fields.endParagraph();
    if (format.isJoined) this.#carried = paragraph;
    else this.#write(paragraph, format);
  }

  /** Writes a paragraph and what is anchored in it. */
  #write(paragraph: Paragraph, format: ParagraphFormat): void {
    writeParagraph(this.#writer, this.#story.document, paragraph, format);
    for (const float of paragraph.floats) {
      this.#writer.block(float.kind === 'html' ? float.html : this.#readApart(float.content), Infinity);
    }
  }

  /** Text in a box is a text of its own. */
  #readApart(content: XmlElement): string {
    const reader = new BlockReader(openStory(this.#story.document, this.#story.part));
    reader.readAll(content);
    return reader.finish();
  }

  #readTable(table: XmlElement): void {
    const { rows, look, indent } = readTable(table, this.#story.document, (cell, isAlone) => {
      const reader = new BlockReader(this.#story, !isAlone);
      for (const child of cell.children.filter(isElement)) reader.read(child);
      return reader.finishCell();
    });
    this.#writer.table(rows, look, indent);
  }
}
