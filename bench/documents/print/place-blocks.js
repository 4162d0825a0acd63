/**
 * Runs in the page that is printed: gives its blocks their places on pages and in columns of a fixed size. What it comes to
 * stands in the blocks: the page in `data-page`, the rest in their styles.
 * @param {{ width: number, height: number, columns: number }} options in CSS pixels
 * @returns {boolean} false when a block is higher than a page
 */
export function placeBlocks({ width, height, columns }) {
  const GAP = 26;
  const main = document.querySelector('main');
  const columnWidth = (width - GAP * (columns - 1)) / columns;
  const isWide = (block) => block.tagName === 'H1';
  const blocks = [...main.children];
  const notes = new Map(blocks.filter((block) => block.matches('.note')).map((note) => [note.id, note]));
  const flow = blocks.filter((block) => !block.matches('.note'));
  for (const block of blocks) {
    block.style.width = `${isWide(block) ? width : columnWidth}px`;
    block.style.boxSizing = 'border-box';
    if (block.matches('figure, blockquote')) block.style.marginInline = '0';
    if (block.matches('ul, ol, blockquote')) block.style.paddingInline = '22px 0';
  }
  const heightOf = (block) => {
    const style = getComputedStyle(block);
    return (
      block.getBoundingClientRect().height + parseFloat(style.marginTop) + parseFloat(style.marginBottom)
    );
  };
  const heights = new Map(blocks.map((block) => [block, heightOf(block)]));
  const place = (block, left, top) => {
    Object.assign(block.style, { left: `${left}px`, top: `${top}px` });
    block.dataset.page = String(at.page);
  };
  const at = { page: 0, column: 0, y: 0, top: 0, bottom: height };
  const nextColumn = () => {
    at.column++;
    if (at.column === columns) Object.assign(at, { column: 0, page: at.page + 1, top: 0 });
    at.y = at.top;
    at.bottom = height;
  };
  const breakPage = () => {
    const isEmpty = at.y === 0 && at.column === 0;
    if (!isEmpty) Object.assign(at, { page: at.page + 1, column: 0, y: 0, top: 0, bottom: height });
  };
  const isRtl = document.documentElement.dir === 'rtl';
  const leftOf = (column) => (isRtl ? columns - 1 - column : column) * (columnWidth + GAP);
  /** At the foot of the column, below a rule. */
  const placeNotes = (own) => {
    for (const note of own.toReversed()) {
      at.bottom -= heights.get(note);
      note.classList.remove('first');
      place(note, leftOf(at.column), at.bottom);
    }
    if (own.length === 0) return;
    const rule = document.createElement('div');
    Object.assign(rule.style, { width: `${columnWidth / 3}px`, height: '1px', background: '#000' });
    main.append(rule);
    place(rule, leftOf(at.column), at.bottom - 5);
    at.bottom -= 16;
  };
  for (const [index, block] of flow.entries()) {
    if (block.matches('.break')) {
      breakPage();
      continue;
    }
    const own = [...block.querySelectorAll('sup[data-note]')].map((mark) =>
      notes.get(`fn${mark.dataset.note}`),
    );
    const notesHeight = own.reduce((sum, note) => sum + heights.get(note), 0) + (own.length > 0 ? 16 : 0);
    const following = flow[index + 1];
    const isKept = block.matches('h1, h2, h3, h4, .caption') && following !== undefined;
    const kept = isKept ? heights.get(following) : 0;
    const needed = heights.get(block) + notesHeight;
    if (needed > height) return false;
    if (at.y + needed + kept > at.bottom) nextColumn();
    if (at.y + needed > at.bottom) return false;
    place(block, isWide(block) ? 0 : leftOf(at.column), at.y);
    at.y += heights.get(block);
    if (isWide(block)) at.top = at.y;
    placeNotes(own);
  }
  return true;
}
