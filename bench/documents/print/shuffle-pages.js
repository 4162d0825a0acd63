/**
 * Runs after `placeBlocks`: makes a sheet of each page, whose blocks are in random order in the document, so that the order of
 * the printed file says nothing about how it is read.
 * @param {{ width: number, height: number, seed: number, header: string, footer: string }} options in CSS pixels
 */
export function shufflePages({ width, height, seed, header, footer }) {
  const ABOVE = 30;
  const main = document.querySelector('main');
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const running = (text, top) => {
    const block = document.createElement('div');
    block.textContent = text;
    Object.assign(block.style, {
      width: `${width}px`,
      fontSize: '8pt',
      textAlign: 'center',
      left: '0',
      top: `${top}px`,
    });
    return block;
  };
  const pages = [];
  for (const block of main.querySelectorAll('[data-page]')) {
    block.style.top = `${parseFloat(block.style.top) + ABOVE}px`;
    (pages[Number(block.dataset.page)] ??= []).push(block);
  }
  const sheets = pages.map((blocks, page) => {
    const sheet = document.createElement('div');
    Object.assign(sheet.style, {
      position: 'relative',
      width: `${width}px`,
      height: `${height + 60}px`,
      overflow: 'hidden',
    });
    if (page > 0) sheet.style.breakBefore = 'page';
    const all = [running(header, 0), running(`${footer} – ${page + 1}`, height + 42), ...blocks];
    for (let last = all.length - 1; last > 0; last--) {
      const other = Math.floor(next() * (last + 1));
      [all[last], all[other]] = [all[other], all[last]];
    }
    for (const block of all) block.style.position = 'absolute';
    sheet.append(...all);
    return sheet;
  });
  main.replaceChildren(...sheets);
}
