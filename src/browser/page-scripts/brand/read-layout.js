import { backgroundOf, boxOf, px } from './drawn.js';
import { tally } from './tally.js';

/** @import { Zone } from '../../branding-facts.ts' */
/** @import { Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

/**
 * @param {Drawn} drawn
 * @param {Zone} zone
 * @param {Reading} reading
 */
export function readLayout(drawn, zone, reading) {
  const { name, style, box } = drawn;
  const { layout } = reading;
  readColumns(drawn, reading);
  readMaxWidth(drawn, reading);
  if (zone === 'header' && !layout.header && box.width > innerWidth / 2) {
    const background = backgroundOf(style);
    layout.header = { position: style.position, height: Math.round(box.height), background };
  }
  if (name === 'aside' && box.height > 200) layout.hasAside = true;
  if (zone === 'footer') layout.hasFooter = true;
  if (name === 'h1') readHero(drawn, reading);
}

/** @param {DOMRect} box */
function areaOf(box) {
  return box.width * Math.min(box.height, 5_000);
}

/**
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
function readColumns({ style, box }, { layout, columns }) {
  const { display } = style;
  if (display.endsWith('flex')) layout.flexes += 1;
  else if (display.endsWith('grid')) {
    layout.grids += 1;
    const tracks = style.gridTemplateColumns.split(' ').filter((track) => px(track) > 40).length;
    if (tracks > 1 && box.width > innerWidth / 3) tally(columns, tracks, areaOf(box));
  }
}

/**
 * Reads the width of a container in the middle of the window.
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
function readMaxWidth({ style: { maxWidth }, box }, { maxWidths }) {
  const width = px(maxWidth);
  if (!maxWidth.endsWith('px') || width < 480 || width >= innerWidth || box.width > width + 200) return;
  if (Math.abs(box.left - (innerWidth - box.right)) < 24) tally(maxWidths, maxWidth, areaOf(box));
}

/**
 * The large part at the top of a page which the first heading stands in.
 * @param {Drawn} heading
 * @param {Reading} reading
 */
function readHero(heading, { layout }) {
  if (layout.hero || heading.box.top + scrollY > innerHeight) return;
  let element = heading.element.parentElement;
  for (let depth = 0; element && depth < 8; depth++, element = element.parentElement) {
    const name = element.localName;
    if (name === 'body' || name === 'main' || name === 'article') return;
    const box = boxOf(element);
    if (box.width < innerWidth * 0.9 || box.height < innerHeight * 0.3) continue;
    if (box.height > innerHeight * 1.4) return;
    const top = Math.round(box.top + scrollY);
    layout.hero = { top, height: Math.round(box.height), textAlign: heading.style.textAlign };
    return;
  }
}
