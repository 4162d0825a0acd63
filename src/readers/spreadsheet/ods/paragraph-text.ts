import type { XmlScanner } from '../xml-scanner.ts';
import { countOf } from './repeat-count.ts';

const MAX_SPACES = 1_000;

/** White space that stands as an element (ODF 1.3 part 3, section 6.1). */
export function whiteSpaceOf(scanner: XmlScanner): string {
  const { name } = scanner;
  if (name === 's') return ' '.repeat(countOf(scanner.attribute('c'), MAX_SPACES));
  if (name === 'tab') return '\t';
  return name === 'line-break' ? '\n' : '';
}

/** Text up to the next tag; white space of the markup is one blank (ODF 1.3 part 3, section 6.1.2). */
export function flowingText(scanner: XmlScanner): string {
  return scanner.text().replace(/[\t\n\r ]+/g, ' ');
}
