/** TeX as a block; a blank line would end it. */
export function displayFormula(tex: string): string {
  return `$$\n${tex.replace(/\n\s*\n/g, '\n')}\n$$`;
}

/** TeX on one line, and in a cell without the pipes that would end it. */
export function inlineFormula(tex: string, isInCell: boolean): string {
  const line = tex.replace(/\s+/g, ' ');
  return `$${isInCell ? line.replaceAll('\\|', '\\Vert ').replaceAll('|', '\\vert ').trim() : line}$`;
}
