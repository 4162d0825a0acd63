import { refusalIn } from './consent/buttons-of.js';
import { clickInPlace } from './consent/click-in-place.js';
import { createVocabulary } from './consent/create-vocabulary.js';
import { describe, hide } from './consent/hide.js';
import { keptBanners } from './consent/kept-banners.js';
import { removeBackdrops } from './consent/remove-backdrops.js';
import { unlockScrolling } from './consent/unlock-scrolling.js';
import { isInView } from './consent/visibility.js';
import { pause } from './pause.js';

/** @import { ConsentWords } from '../consent/consent-words.ts' */
/** @import { Vocabulary } from './consent/create-vocabulary.js' */

/** How long a dialogue may take to go when it was answered. */
const GOING_MS = 450;
const STEP_MS = 20;

/**
 * Refuses what the dialogues ask that `see-banners.js` has kept, as a visitor would, and hides those that stay or leave
 * no other choice than to accept; with them goes what they have put over the page and the lock on its scrolling.
 * @param {ConsentWords} words
 * @param {{name: string, frames: Record<string, 'refused' | 'asks' | 'other' | 'silent'>, canClick: boolean,
 *   maxMs: number}} options `frames`: what their own documents have said, by place
 * @returns {Promise<string[]>} what was done with each
 */
export async function answerBanners(words, { name, frames, canClick, maxMs }) {
  const until = performance.now() + maxMs;
  const vocabulary = createVocabulary(words);
  const done = [];
  let hasHidden = false;
  for (const [at, { core, root, frame, isNamed }] of keptBanners(name).entries()) {
    const said = frame && (frames[at] ?? 'silent');
    // One that says nothing of the kind may be a dialogue all the same, or an empty one: its name tells.
    if (isUnclear(said) && !isNamed) continue;
    const places = canClick && !frame ? [core, root] : [];
    const refusal = firstRefusal(vocabulary, places);
    if (refusal) clickInPlace(refusal.element);
    if ((refusal || said === 'refused') && (await goes(core, root, until))) {
      done.push(`refused ${describe(root)}`);
      continue;
    }
    hide(root);
    hasHidden = true;
    done.push(`hidden ${describe(root)}`);
  }
  if (done.length > 0 && document.body) {
    done.push(...removeBackdrops(vocabulary));
    // A banner that was answered has unlocked the page.
    if (hasHidden) unlockScrolling();
  }
  return done;
}

/** @param {string | undefined} said */
function isUnclear(said) {
  return said === 'other' || said === 'silent';
}

/**
 * @param {Vocabulary} vocabulary
 * @param {Element[]} places
 */
function firstRefusal(vocabulary, places) {
  for (const place of places) {
    const refusal = refusalIn(vocabulary, place);
    if (refusal) return refusal;
  }
  return undefined;
}

/**
 * @param {Element} core
 * @param {Element} root
 * @param {number} until
 */
async function goes(core, root, until) {
  const latest = Math.min(until, performance.now() + GOING_MS);
  // A banner that still fades in may not be seen yet.
  const isMoving = () =>
    root.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running');
  while (isInView(core) || isMoving()) {
    if (performance.now() >= latest) return false;
    await pause(STEP_MS);
  }
  return true;
}
