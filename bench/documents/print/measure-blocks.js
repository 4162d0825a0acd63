/**
 * Runs in the page that is printed: gives its blocks their widths and tells how high they are.
 * @param {{ width: number, columnWidth: number }} options in CSS pixels
 * @returns {import('./plan-pages.ts').MeasuredBlock[]} the blocks in their order
 */
export function measureBlocks({ width, columnWidth }) {
  const blocks = [...document.querySelector('main').children];
  const isWide = (block) => block.tagName === 'H1';
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
  const noteOf = (mark) => blocks.findIndex((block) => block.matches(`.note#fn${mark.dataset.note}`));
  return blocks.map((block) => ({
    height: heightOf(block),
    isWide: isWide(block),
    isNote: block.matches('.note'),
    isBreak: block.matches('.break'),
    isKeptWithNext: block.matches('h1, h2, h3, h4, .caption'),
    notes: [...block.querySelectorAll('sup[data-note]')].map(noteOf),
  }));
}
