import { readChunk } from '../chunks/read-chunk.ts';
import { chosenAlternative } from '../inline/alternate-content.ts';
import { emptyParagraph, type Paragraph } from '../inline/paragraph.ts';
import { addBookmark, readInline } from '../inline/read-inline.ts';
import { childOf, isElement, type XmlElement } from '../../xml/xml-element.ts';
import { openStory, type Story } from '../story.ts';
import { BlockWriter } from './block-writer.ts';
import { paragraphFormat } from './paragraph-format.ts';
import { readTable } from './read-table.ts';
import { type ParagraphPlace, writeParagraph } from './write-paragraph.ts';

/** Inline elements; where they stand among blocks they are a paragraph. */
const INLINE = new Set(['w:r', 'w:hyperlink', 'w:fldSimple', 'm:oMath', 'm:oMathPara']);
const SKIPPED = new Set(['w:sdtPr', 'w:sectPr', 'w:tcPr', 'w:del', 'w:moveFrom', 'w:pPr']);

/** Reads blocks one after the other: of the body, of a note, of a cell, of a text box. */
export class BlockReader {
  readonly #story: Story;
  readonly #place: ParagraphPlace;
  readonly #writer: BlockWriter;
  /** A paragraph that the next one goes on in. */
  #carried: Paragraph | undefined;
  /** Bookmarks of what showed nothing. */
  #ids: string[] = [];

  constructor(story: Story, place: ParagraphPlace = 'flow') {
    this.#story = story;
    this.#place = place;
    this.#writer = new BlockWriter(story.document.budget);
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
        this.#writer.addBlock(readChunk(this.#story, block.attributes['r:id']), 0);
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

  /** The HTML of what has been read; of a paragraph that is alone only its content when `isBare`. */
  finish(isBare = false): string {
    if (this.#carried !== undefined) {
      const format = paragraphFormat(undefined, this.#story.document);
      writeParagraph(this.#writer, this.#story.document, this.#carried, { format, place: this.#place });
      this.#writeFloats(this.#carried);
    }
    this.#carried = undefined;
    return this.#writer.finish(isBare);
  }

  #readParagraph(element: XmlElement): void {
    const { document, fields } = this.#story;
    const format = paragraphFormat(childOf(element, 'w:pPr'), document);
    const paragraph = this.#carried ?? emptyParagraph();
    this.#carried = undefined;
    paragraph.ids.unshift(...this.#ids.splice(0));
    readInline(element, { story: this.#story, paragraph, style: format.style, link: undefined });
    paragraph.isContents = fields.isContents;
    fields.endParagraph();
    if (format.isJoined) {
      this.#carried = paragraph;
      return;
    }
    if (!writeParagraph(this.#writer, document, paragraph, { format, place: this.#place })) {
      this.#ids = paragraph.ids;
    }
    this.#writeFloats(paragraph);
  }

  #writeFloats({ floats }: Paragraph): void {
    for (const float of floats) {
      const html = float.kind === 'html' ? float.html : this.#readApart(float.content);
      this.#writer.addBlock(html, Infinity);
    }
  }

  /** Text in a box is a text of its own. */
  #readApart(content: XmlElement): string {
    const reader = new BlockReader(openStory(this.#story.document, this.#story.part));
    reader.readAll(content);
    return reader.finish();
  }

  #readTable(table: XmlElement): void {
    const { html, indent } = readTable(table, this.#story.document, (cell, place) => {
      const reader = new BlockReader(this.#story, place);
      for (const child of cell.children.filter(isElement)) reader.read(child);
      return reader.finish(place === 'cell');
    });
    this.#writer.addBlock(html, indent);
  }
}
