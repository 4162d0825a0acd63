/**
 * Runs after `measureBlocks`: puts the blocks where they were planned to be, and rules above the notes. What it comes to
 * stands in the blocks: the page in `data-page`, the rest in their styles.
 * @param {import('./plan-pages.ts').PagePlan} plan in CSS pixels
 */
export function placeBlocks({ places, rules, ruleWidth }) {
  const main = document.querySelector('main');
  const place = (block, { page, left, top }) => {
    Object.assign(block.style, { left: `${left}px`, top: `${top}px` });
    block.dataset.page = String(page);
  };
  const blocks = [...main.children];
  for (const { block: index, ...at } of places) {
    const block = blocks[index];
    if (block.matches('.note')) block.classList.remove('first');
    place(block, at);
  }
  for (const at of rules) {
    const rule = document.createElement('div');
    Object.assign(rule.style, { width: `${ruleWidth}px`, height: '1px', background: '#000' });
    main.append(rule);
    place(rule, at);
  }
}
