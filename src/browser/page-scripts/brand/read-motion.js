/** @import { Drawn } from './drawn.js' */
/** @import { Reading } from './create-reading.js' */

const MAX_MOTIONS = 60;

/**
 * @param {Drawn} drawn
 * @param {Reading} reading
 */
export function readMotion({ style }, { motions }) {
  // Each property that is read costs.
  const { transitionDuration, animationName } = style;
  if (transitionDuration !== '0s') note(motions, '', transitionDuration, style.transitionTimingFunction);
  if (animationName !== 'none') {
    note(motions, animationName.slice(0, 100), style.animationDuration, style.animationTimingFunction);
  }
}

/**
 * @param {Reading['motions']} motions
 * @param {string} name
 * @param {string} duration
 * @param {string} easing
 */
function note(motions, name, duration, easing) {
  const motion = { name, duration: duration.slice(0, 100), easing: easing.slice(0, 200) };
  const key = Object.values(motion).join('\u0001');
  const known = motions.get(key);
  if (known) known.count += 1;
  else if (motions.size < MAX_MOTIONS) motions.set(key, { ...motion, count: 1 });
}
