import { pause } from '../pause.js';
import { isNamed } from './names-of.js';
import { isInView } from './visibility.js';

/** @import { Vocabulary } from './create-vocabulary.js' */

const UNSEEN = { depth: 3, scanned: 40, kept: 5, parts: 6 };
const FRAMES_MS = 40;
const SCRIPTS =
  /cookielaw\.org|onetrust|cookiebot|usercentrics|didomi|privacy-center\.org|trustarc|consensu|privacy-mgmt|cookieyes|iubenda|axept\.io|consentmanager|osano|termly|cookie-?(?:script|first|hub|consent|banner)|klaro|tarteaucitron|fundingchoices/i;

/** Whether a script is there that shows a dialogue sooner or later. */
export function isAwaited() {
  return Array.from(document.scripts).some(({ src }) => SCRIPTS.test(src));
}

/**
 * Whether a dialogue that cannot be seen yet is on its way into the window.
 * @param {Vocabulary} vocabulary
 */
export async function isAppearing(vocabulary) {
  const unseen = unseenOnes(vocabulary);
  if (unseen.length === 0) return false;
  const before = unseen.map(stateOf);
  await pause(FRAMES_MS);
  return unseen.map(stateOf).some((state, at) => state !== before[at]);
}

/**
 * Finds elements near the top of the tree that are named like a dialogue and displayed, but not to be seen.
 * @param {Vocabulary} vocabulary
 */
function unseenOnes(vocabulary) {
  let layer = Array.from(document.body.children);
  const near = layer.slice(-UNSEEN.scanned);
  for (let depth = 1; depth < UNSEEN.depth; depth++) {
    layer = layer.slice(-UNSEEN.scanned).flatMap((element) => Array.from(element.children));
    near.push(...layer.slice(-UNSEEN.scanned));
  }
  return near
    .filter((element) => isNamed(vocabulary, element) && getComputedStyle(element).display !== 'none')
    .slice(-UNSEEN.kept)
    .flatMap((element) => [element, ...Array.from(element.querySelectorAll('*')).slice(0, UNSEEN.parts)])
    .filter((element) => !isInView(element));
}

/** @param {Element} element */
function stateOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { opacity, visibility } = getComputedStyle(element);
  return [left, top, width, height, opacity, visibility].join();
}
