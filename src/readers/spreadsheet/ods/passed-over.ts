import type { XmlScanner } from '../xml-scanner.ts';

/** Parts of a cell or sheet that are no part of what the cells show. */
export const PASSED_OVER: ReadonlySet<string> = new Set([
  'annotation',
  'shapes',
  'forms',
  'frame',
  'custom-shape',
  'scenario',
  'table-source',
  'dde-source',
]);

/** Goes behind the closing tag of the element that has just begun. */
export function passOver(scanner: XmlScanner, element: string): void {
  let depth = 1;
  while (depth > 0 && scanner.next()) {
    if (scanner.name === element && !scanner.isEmpty) depth += scanner.isOpening ? 1 : -1;
  }
}
