const BLOCK_START = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|-[-\s]*$|~~~)/;
const NUMBER = /^(\d{1,9})([.)])(?=\s|$)/;
const DEFINITION = /^\[(?:[^\]\\]|\\.){1,999}\]:/;
const CHECKBOX = /^\[[ xX]\](?=\s)/;
const UNDERLINE = /^=+\s*$/;
const DELIMITER_ROW = /^[|:][-|: \t]*$/;
const CANDIDATE = /^[#>+*~[\d=|:-]/;

/**
 * A line of a paragraph, its start escaped where it would begin another kind of block (CommonMark sections 4 and 5).
 * `isFirst` is false for lines after a hard break: only those can be read as the underline of a heading or table.
 */
export function escapeLineStart(line: string, isFirst: boolean): string {
  if (!CANDIDATE.test(line)) return line;
  const isBlock = BLOCK_START.test(line) || (line.startsWith('[') && isDefinitionOrBox(line));
  const isUnderline = !isFirst && (UNDERLINE.test(line) || DELIMITER_ROW.test(line));
  return isBlock || isUnderline ? `\\${line}` : line.replace(NUMBER, '$1\\$2');
}

function isDefinitionOrBox(line: string): boolean {
  return CHECKBOX.test(line) || (line.includes(']:') && DEFINITION.test(line));
}
