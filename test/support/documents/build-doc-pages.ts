/** Formatting of a stretch of bytes. */
export interface PageEntry {
  start: number;
  end: number;
  style: number;
  sprms: readonly number[];
}

const PAGE = 512;

/** Pages of formatting ([MS-DOC] 2.9.33, 2.9.174), and the offsets that their table lists. */
export function formattedPages(
  entries: readonly PageEntry[],
  kind: 'paragraph' | 'character',
  isWord6: boolean,
): { pages: number[][]; starts: number[] } {
  const entryLength = kind === 'character' ? 1 : isWord6 ? 7 : 13;
  const groups: PageEntry[][] = [];
  let used = PAGE;
  for (const entry of entries) {
    const size = 4 + entryLength + entry.sprms.length + 6;
    if (used + size > PAGE - 8) {
      groups.push([]);
      used = 0;
    }
    groups.at(-1)!.push(entry);
    used += size;
  }
  const starts = [...groups.map(([first]) => first!.start), entries.at(-1)?.end ?? 0];
  return { pages: groups.map((group) => buildPage(group, kind, entryLength, isWord6)), starts };
}

function buildPage(
  entries: readonly PageEntry[],
  kind: 'paragraph' | 'character',
  entryLength: number,
  isWord6: boolean,
): number[] {
  const page = Array.from({ length: PAGE }, () => 0);
  const put = (at: number, bytes: readonly number[]): void =>
    bytes.forEach((byte, i) => (page[at + i] = byte));
  const long = (value: number): number[] => [0, 8, 16, 24].map((shift) => (value >>> shift) & 0xff);
  let top = PAGE - 2;
  entries.forEach((entry, i) => {
    put(i * 4, long(entry.start));
    put(i * 4 + 4, long(entry.end));
    const bytes =
      kind === 'character' ? [entry.sprms.length, ...entry.sprms] : paragraphBytes(entry, isWord6);
    if (kind === 'character' && entry.sprms.length === 0) return;
    top = (top - bytes.length) & ~1;
    put(top, bytes);
    page[(entries.length + 1) * 4 + i * entryLength] = top / 2;
  });
  page[PAGE - 1] = entries.length;
  return page;
}

/** The length counts words; Word 97 has a second form for even numbers of bytes. */
function paragraphBytes({ style, sprms }: PageEntry, isWord6: boolean): number[] {
  const content = [style & 0xff, style >> 8, ...sprms];
  if (isWord6) return [Math.ceil(content.length / 2), ...content];
  return content.length % 2 === 1
    ? [(content.length + 1) / 2, ...content]
    : [0, content.length / 2, ...content];
}
