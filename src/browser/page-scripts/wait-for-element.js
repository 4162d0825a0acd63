import { findAll, isVisible } from './element-tools.js';
import { pause } from './pause.js';

/**
 * Waits until an element is there and shown.
 * @param {{selector: string, maxMs: number}} options
 */
export async function waitForElement({ selector, maxMs }) {
  const startedAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const found = findAll(selector);
    if (found.some(isVisible)) return { isShown: true, matches: found.length };
    const now = performance.now();
    if (now - startedAt >= maxMs) return { isShown: false, matches: found.length };
    await pause(Math.min(Math.max(20, 4 * (now - askedAt)), Math.max(1, maxMs - (now - startedAt))));
  }
}
