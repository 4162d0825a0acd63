/**
 * @typedef {object} Changes
 * @property {number} changes since the parser is done
 * @property {number} changedAt
 * @property {number} grownAt
 * @property {number} runAt when changes began that have followed each other closely since
 */

/** Changes that are further apart do not belong together. */
const GAP_MS = 300;

/**
 * Runs before anything of a page in a world of its own: notes when text last changed. A node that changes again and
 * again (a clock, a ticker) counts a few times only, one that only ever grows counts longer; attributes and movement do
 * not count.
 * @param {string} name of the property that tells what was seen
 * @param {{changes: number, growths: number}} most of one node that count
 */
export function observe(name, most) {
  if (Object.hasOwn(globalThis, name)) return;
  const counts = new WeakMap();
  const shrunk = new WeakSet();
  const now = performance.now();
  /** @type {Changes} */
  const seen = { changes: 0, changedAt: now, grownAt: now, runAt: now };
  /** @param {MutationRecord[]} records */
  const note = (records) => {
    for (const { type, target, addedNodes, removedNodes } of records) {
      const hasRemoved = type === 'characterData' || holdsText(removedNodes);
      if (hasRemoved) shrunk.add(target);
      else if (!holdsText(addedNodes)) continue;
      const isGrowth = !shrunk.has(target);
      const count = (counts.get(target) ?? 0) + 1;
      counts.set(target, count);
      if (count > (isGrowth ? most.growths : most.changes)) continue;
      const time = performance.now();
      if (time - seen.changedAt > GAP_MS) seen.runAt = time;
      seen.changes += 1;
      seen.changedAt = time;
      if (isGrowth) seen.grownAt = time;
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  // Nodes that the parser puts in are no change of the page.
  const parsed = () => {
    note(observer.takeRecords());
    seen.changes = 0;
  };
  addEventListener('DOMContentLoaded', parsed, { capture: true, once: true });
  Object.defineProperty(globalThis, name, { value: { seen, observer } });
}

/** @param {NodeList} nodes */
function holdsText(nodes) {
  for (const node of nodes) {
    if (node.nodeType === 3 ? node.nodeValue?.trim() !== '' : node.nodeType === 1) return true;
  }
  return false;
}
