import type { BoxTexts } from '../box-texts.ts';
import type { CellLink } from '../cell-table.ts';
import type { XmlScanner } from '../xml-scanner.ts';
import { flowingText, whiteSpaceOf } from './paragraph-text.ts';
import { PASSED_OVER } from './passed-over.ts';
import { readShapeTexts, SHAPES } from './shape-texts.ts';
import { TextLinks } from './text-links.ts';

/** The text of a cell without the white space at its ends, and where the text leads. */
export interface CellText {
  text: string;
  link: CellLink | undefined;
}

/**
 * Reads the text of the cell that has just begun, up to its closing tag: paragraphs are lines. Texts of shapes that hang
 * on the cell go into `boxes`.
 */
// oxlint-disable-next-line complexity -- one pass over all text of a sheet
export function readCellText(scanner: XmlScanner, boxes: BoxTexts): CellText {
  const cell = scanner.name;
  const links = new TextLinks();
  let text = '';
  let paragraphs = 0;
  let depth = 0;
  while (scanner.next()) {
    const { name, isOpening, isEmpty } = scanner;
    if (!isOpening && name === cell) break;
    if (isOpening && !isEmpty && SHAPES.has(name)) {
      readShapeTexts(scanner, boxes);
    } else if (isOpening && !isEmpty && PASSED_OVER.has(name)) {
      scanner.passOver();
    } else if (name === 'p' || name === 'h') {
      if (isOpening && paragraphs++ > 0) text += '\n';
      if (!isEmpty) depth += isOpening ? 1 : -1;
    } else if (name === 'a') {
      if (!isOpening) links.close(text.length);
      else if (!isEmpty) links.open(text.length, scanner.attribute('href') ?? '');
    } else if (isOpening) {
      text += whiteSpaceOf(scanner);
    }
    if (depth > 0) text += flowingText(scanner);
  }
  return { text: text.trim(), link: links.ofTrimmed(text) };
}
