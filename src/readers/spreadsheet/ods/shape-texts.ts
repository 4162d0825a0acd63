import type { BoxTexts } from '../box-texts.ts';
import type { XmlScanner } from '../xml-scanner.ts';
import { flowingText, whiteSpaceOf } from './paragraph-text.ts';

/** Elements of a sheet or a cell that are drawn over its cells (ODF 1.3 part 3, section 10). */
export const SHAPES: ReadonlySet<string> = new Set([
  'shapes',
  'frame',
  'custom-shape',
  'g',
  'rect',
  'ellipse',
  'circle',
  'line',
  'polyline',
  'polygon',
  'regular-polygon',
  'path',
  'connector',
  'caption',
]);
/** Files within the file, such as charts, and comments. */
const LEFT_OUT: ReadonlySet<string> = new Set(['object', 'annotation', 'forms']);

/** Reads the paragraphs of the shape that has just begun, and of all shapes in it, up to its closing tag. */
export function readShapeTexts(scanner: XmlScanner, boxes: BoxTexts): void {
  const shape = scanner.name;
  let text = '';
  let shapes = 1;
  let paragraphs = 0;
  while (shapes > 0 && scanner.next()) {
    const { name, isOpening, isEmpty } = scanner;
    const step = isOpening ? 1 : -1;
    if (isOpening && !isEmpty && LEFT_OUT.has(name)) {
      scanner.passOver();
    } else if (name === 'p' || name === 'h') {
      boxes.add(text);
      text = '';
      if (!isEmpty) paragraphs += step;
    } else if (name === shape) {
      if (!isEmpty) shapes += step;
    } else if (isOpening && paragraphs > 0) {
      text += whiteSpaceOf(scanner);
    }
    if (paragraphs > 0) text += flowingText(scanner);
  }
  boxes.add(text);
}
