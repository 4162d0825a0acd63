/**
 * Waits until an element can be clicked and tells where: it is there, shown, enabled, at rest and not covered. Of
 * several matches the first one that is shown counts; `nth` takes one of those that `keepAll` has kept.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools> & ReturnType<typeof import('./point-tools.js').pointTools>} tools
 * @param {{selector: string, nth: number, maxMs: number, movingMs: number}} options
 */
export async function aim(tools, { selector, nth, maxMs, movingMs }) {
  const startedAt = performance.now();
  const seen = { isCovered: false };

  function choose() {
    if (nth >= 0) return { element: globalThis.decantKept?.[nth], matches: 1 };
    const found = tools.findAll(selector);
    return { element: found.find(tools.isVisible) ?? found[0], matches: found.length };
  }

  /** What a click on it has to hit: a label for what it labels, when that cannot be seen. */
  function targetOf(element) {
    if (tools.isVisible(element)) return element;
    const label = Array.from(element.labels ?? []).find(tools.isVisible);
    return label ?? element;
  }

  function isOutOfSight(element) {
    const box = element.getBoundingClientRect();
    const view = element.ownerDocument.defaultView;
    const isInside =
      box.top >= 0 && box.left >= 0 && box.bottom <= view.innerHeight && box.right <= view.innerWidth;
    return !isInside || tools.framesAround(element).length > 0;
  }

  /** Where to click, or why not yet. */
  async function tryAim() {
    const { element, matches } = choose();
    if (!element?.isConnected) return { problem: 'missing', isFinal: nth >= 0 };
    if (element.localName === 'option') return { option: element };
    const target = targetOf(element);
    if (!tools.isVisible(target)) {
      return { problem: 'hidden', isFinal: nth >= 0, element: tools.describe(element), matches };
    }
    if (target.matches(':disabled')) return { problem: 'disabled', element: tools.describe(element) };
    // What seems covered may lie outside of the part that its surroundings show.
    if (seen.isCovered || isOutOfSight(target))
      target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    await tools.nextFrame();
    const before = tools.placeOf(target);
    await tools.nextFrame();
    const isMoving = before !== tools.placeOf(target);
    if (isMoving && performance.now() - startedAt < movingMs) {
      return { problem: 'moving', element: tools.describe(target) };
    }
    let cover;
    for (const point of tools.pointsOf(target)) {
      const tried = tools.throughFrames(target, point);
      if (tried.at) return { at: tried.at, target };
      cover ??= tried.cover;
    }
    if (tools.pointsOf(target).length === 0)
      return { problem: 'hidden', element: tools.describe(element), matches };
    seen.isCovered = true;
    return {
      problem: 'covered',
      element: tools.describe(element),
      cover: cover ? tools.describe(cover) : 'something outside of the window',
    };
  }

  function choice(option) {
    const select = option.closest('select');
    option.selected = true;
    for (const type of ['input', 'change']) select?.dispatchEvent(new Event(type, { bubbles: true }));
    return { kind: 'chosen' };
  }

  for (;;) {
    const askedAt = performance.now();
    const { at, option, target, ...refused } = await tryAim();
    if (option) return choice(option);
    if (at) {
      const { offsetLeft = 0, offsetTop = 0 } = visualViewport ?? {};
      const link = target.closest('a[href]');
      return {
        kind: 'point',
        x: at.x - offsetLeft,
        y: at.y - offsetTop,
        href: link?.href ?? '',
      };
    }
    const now = performance.now();
    if (refused.isFinal || now - startedAt >= maxMs) return { kind: 'refused', ...refused };
    // A page on which looking is dear is looked at less often.
    await tools.pause(Math.min(Math.max(30, 4 * (now - askedAt)), Math.max(1, maxMs - (now - startedAt))));
  }
}

/**
 * Keeps what a selector matches now, for `aim` with `nth`; returns how many.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools>} tools
 * @param {string} selector
 */
export function keepAll(tools, selector) {
  const found = tools.findAll(selector);
  globalThis.decantKept = found;
  return found.length;
}
