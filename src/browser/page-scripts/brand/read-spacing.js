import { attribute, isClear, px } from './drawn.js';
import { tally } from './tally.js';

/** @import { Zone } from '../../branding-facts.ts' */
/** @import { Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

const MAX_SPACED = 700;

/**
 * @param {Drawn} drawn
 * @param {Zone} zone
 * @param {Reading} reading
 */
export function readSpacing(drawn, zone, reading) {
  const { element, name, style } = drawn;
  const { count, lengths, paddings, margins } = reading;
  if (style.display.startsWith('inline') || count.spaced > MAX_SPACED) return;
  count.spaced += 1;
  const { padding, margin } = style;
  // A margin of one line is the browser's own.
  const isOwnMargin = !(
    /^(?:p|ul|ol|dl|pre|figure|blockquote|form)$/.test(name) && style.marginTop === style.fontSize
  );
  for (const value of `${padding} ${isOwnMargin ? margin : ''} ${style.gap}`.split(' ')) {
    const length = px(value);
    if (length >= 2 && length <= 200 && Number.isInteger(length)) tally(lengths, length);
  }
  const isCard = /(?:^|[\s_-])card(?:$|[\s_-])/i.test(attribute(element, 'class').slice(0, 300));
  const kind = isCard ? 'card' : name;
  if (/^(?:section|header|footer|card|li|td|nav)$/.test(kind) && /[1-9]/.test(padding))
    tally(paddings, `${kind}|${padding}`);
  if (/^(?:p|h1|h2|h3|section|ul|card)$/.test(kind) && /[1-9]/.test(margin) && zone !== 'footer')
    tally(margins, `${kind}|${margin}`);
  readFrame(drawn, reading);
}

/**
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
function readFrame({ style, box }, { borders, radii }) {
  const hasFrame = style.borderBottomStyle !== 'none' && px(style.borderBottomWidth) > 0;
  if (hasFrame) tally(borders, style.borderBottomColor);
  else if (style.borderLeftStyle !== 'none' && px(style.borderLeftWidth) > 1)
    tally(borders, style.borderLeftColor);
  const isSeen = hasFrame || !isClear(style.backgroundColor) || style.boxShadow !== 'none';
  if (isSeen && box.width >= 60 && box.width < innerWidth * 0.95)
    tally(radii, style.borderRadius.slice(0, 60));
}
