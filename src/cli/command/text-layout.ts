/** Text broken into lines of at most `width` characters, each behind `spaces` spaces. */
export function indent(text: string, spaces: number, width = 100): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && spaces + line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.map((each) => ' '.repeat(spaces) + each).join('\n');
}

/** A text whose lines are wider than a terminal in shorter ones: words that do not fit begin the next line of a paragraph. */
export function fitLines(text: string, columns: number): string {
  const fitted: string[] = [];
  let rest = '';
  let restSpaces = 0;
  for (const line of text.split('\n')) {
    const words = line.trimStart();
    const spaces = line.length - words.length;
    const goesOn = rest !== '' && words !== '' && spaces === restSpaces;
    if (rest !== '' && !goesOn) fitted.push(' '.repeat(restSpaces) + rest);
    const whole = goesOn ? `${rest} ${words}` : words;
    rest = '';
    if (spaces + whole.length <= columns) {
      fitted.push(' '.repeat(spaces) + whole);
      continue;
    }
    const lines = indent(whole, spaces, columns).split('\n');
    rest = lines.pop()!.trimStart();
    restSpaces = spaces;
    fitted.push(...lines);
  }
  if (rest !== '') fitted.push(' '.repeat(restSpaces) + rest);
  return fitted.join('\n');
}

/** Rows as columns of equal width, two spaces between them. */
export function textTable(rows: ReadonlyArray<readonly string[]>): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
