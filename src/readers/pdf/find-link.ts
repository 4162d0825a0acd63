import type { PdfPage, PdfWord } from './pdf-page.ts';

/** Height of the rows that links are sorted into, points. */
const CELL = 24;

/** The URL that a word of a page leads to. Links to other pages have no meaning in text and are left out. */
export function linkFinder(page: PdfPage): (word: PdfWord) => string | undefined {
  const links = page.links.filter(({ url }) => url !== undefined);
  if (links.length === 0) return () => undefined;
  const rows = new Map<number, typeof links>();
  for (const link of links) {
    const last = Math.min(Math.floor(link.box.bottom / CELL), Math.floor(page.height / CELL));
    for (let row = Math.max(0, Math.floor(link.box.top / CELL)); row <= last; row++) {
      const known = rows.get(row);
      if (known === undefined) rows.set(row, [link]);
      else known.push(link);
    }
  }
  return ({ box }) => {
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    return rows
      .get(Math.floor(y / CELL))
      ?.find((link) => x >= link.box.left && x <= link.box.right && y >= link.box.top && y <= link.box.bottom)
      ?.url;
  };
}
