import type { BoxTexts } from './box-texts.ts';
import type { XmlScanner } from './xml-scanner.ts';

/** Reads the texts of the visible shapes of a drawing part (ECMA-376 part 1, sections 20.5.2.29 and 21.1.2). */
export function readDrawingTexts(scanner: XmlScanner, boxes: BoxTexts): void {
  let text = '';
  let isHidden = false;
  let isInBody = false;
  while (scanner.next()) {
    const { name, isOpening, isEmpty } = scanner;
    if (isOpening && !isEmpty && name === 'Fallback') {
      // A fallback repeats the text of the choice before it, or says that the program is too old.
      scanner.passOver();
    } else if (isOpening && name === 'cNvPr') {
      isHidden = /^(?:1|true|on)$/.test(scanner.attribute('hidden') ?? '');
    } else if (name === 'txBody') {
      isInBody = isOpening && !isEmpty && !isHidden;
    } else if (isInBody && name === 'p') {
      boxes.add(text);
      text = '';
    } else if (isInBody && isOpening) {
      text += runText(scanner);
    }
  }
}

function runText(scanner: XmlScanner): string {
  if (scanner.name === 'br') return '\n';
  return scanner.name === 't' && !scanner.isEmpty ? scanner.text() : '';
}
