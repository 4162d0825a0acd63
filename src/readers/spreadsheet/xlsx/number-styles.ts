import { builtInFormat, type NumberFormat, type NumberFormatter } from '../number-formatter.ts';
import { XmlScanner } from '../xml-scanner.ts';

/** More than any program writes; a file may name millions. */
const MAX_STYLES = 100_000;

/** How the numbers of cells are shown, by the index of their style (ECMA-376 part 1, sections 18.8.10 and 18.8.30). */
export function readNumberStyles(bytes: Buffer | undefined, formatter: NumberFormatter): NumberFormat[] {
  const styles: NumberFormat[] = [];
  if (bytes === undefined) return styles;
  const codes = new Map<number, string>();
  const scanner = new XmlScanner(bytes);
  let isInCells = false;
  while (styles.length < MAX_STYLES && codes.size < MAX_STYLES && scanner.next()) {
    const { name, isOpening } = scanner;
    if (name === 'cellXfs') isInCells = isOpening && !scanner.isEmpty;
    if (!isOpening) continue;
    if (name === 'numFmt') {
      const code = scanner.attribute('formatCode');
      if (code !== undefined) codes.set(Number(scanner.attribute('numFmtId')), code);
    } else if (name === 'xf' && isInCells) {
      const id = Number(scanner.attribute('numFmtId') ?? 0);
      styles.push(formatter.of(codes.get(id) ?? builtInFormat(id)));
    }
  }
  return styles;
}
