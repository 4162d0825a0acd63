import type { CellLink } from '../cell-table.ts';
import type { XmlScanner } from '../xml-scanner.ts';
import { passOver, PASSED_OVER } from './passed-over.ts';
import { countOf } from './repeat-count.ts';
import { TextLinks } from './text-links.ts';

const MAX_SPACES = 1_000;

/** The text of a cell without the white space at its ends, and where the text leads. */
export interface CellText {
  text: string;
  link: CellLink | undefined;
}

/** Reads the text of the cell that has just begun, up to its closing tag: paragraphs are lines. */
// oxlint-disable-next-line complexity -- one pass over all text of a sheet
export function readCellText(scanner: XmlScanner): CellText {
  const links = new TextLinks();
  let text = '';
  let paragraphs = 0;
  let depth = 0;
  while (scanner.next()) {
    const { name, isOpening, isEmpty } = scanner;
    if (!isOpening && name === 'table-cell') break;
    if (isOpening && !isEmpty && PASSED_OVER.has(name)) {
      passOver(scanner, name);
    } else if (name === 'p' || name === 'h') {
      if (isOpening && paragraphs++ > 0) text += '\n';
      if (!isEmpty) depth += isOpening ? 1 : -1;
    } else if (name === 'a') {
      if (!isOpening) links.close(text.length);
      else if (!isEmpty) links.open(text.length, scanner.attribute('href') ?? '');
    } else if (isOpening) {
      text += whiteSpaceOf(scanner);
    }
    if (depth > 0) text += paragraphText(scanner);
  }
  return { text: text.trim(), link: links.ofTrimmed(text) };
}

/** White space that stands as an element (ODF 1.3 part 3, section 6.1). */
function whiteSpaceOf(scanner: XmlScanner): string {
  const { name } = scanner;
  if (name === 's') return ' '.repeat(countOf(scanner.attribute('c'), MAX_SPACES));
  if (name === 'tab') return '\t';
  return name === 'line-break' ? '\n' : '';
}

/** Text up to the next tag; white space of the markup is one blank (ODF 1.3 part 3, section 6.1.2). */
function paragraphText(scanner: XmlScanner): string {
  return scanner.text().replace(/[\t\n\r ]+/g, ' ');
}
