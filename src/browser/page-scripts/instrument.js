import { openShadowRoots } from './instrument/open-shadow-roots.js';
import { watchTimers } from './instrument/watch-timers.js';

/** @import { TimerLimits } from './instrument/watch-timers.js' */

/**
 * Runs before anything of a page in the page's own world: keeps track of the one-shot timers that the page's content may
 * come from, and makes closed shadow roots readable from our own world while the page still cannot reach into them.
 * A timer is near when it is due soon and is not part of a loop; far ones matter to a page that shows nothing yet.
 * @param {string} name of the property, hidden from enumeration, that tells what was seen
 * @param {TimerLimits} limits short ones may start each other once
 */
export function instrument(name, limits) {
  if (Object.hasOwn(globalThis, name)) return;
  const tell = watchTimers(limits);
  openShadowRoots();
  Object.defineProperty(globalThis, name, { value: tell });
}
