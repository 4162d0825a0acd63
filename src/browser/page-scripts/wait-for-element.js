/**
 * Waits until an element is there and shown.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools>} tools
 * @param {{selector: string, maxMs: number}} options
 */
export async function waitForElement(tools, { selector, maxMs }) {
  const startedAt = performance.now();
  for (;;) {
    const askedAt = performance.now();
    const found = tools.findAll(selector);
    if (found.some(tools.isVisible)) return { isShown: true, matches: found.length };
    const now = performance.now();
    if (now - startedAt >= maxMs) return { isShown: false, matches: found.length };
    await tools.pause(Math.min(Math.max(20, 4 * (now - askedAt)), Math.max(1, maxMs - (now - startedAt))));
  }
}
