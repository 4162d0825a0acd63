/**
 * Scrolls by nearly a window: an element, the page, or what of the page scrolls in its place.
 * @param {ReturnType<typeof import('./element-tools.js').elementTools> & ReturnType<typeof import('./point-tools.js').pointTools>} tools
 * @param {{selector: string | undefined, direction: 'up' | 'down'}} options
 */
export async function scroll(tools, { selector, direction }) {
  const SHARE = 0.9;
  const sign = direction === 'up' ? -1 : 1;

  const canScroll = (element) => {
    if (element.scrollHeight <= element.clientHeight + 1) return false;
    if (element === element.ownerDocument.scrollingElement) return true;
    return /auto|scroll|overlay/.test(element.ownerDocument.defaultView.getComputedStyle(element).overflowY);
  };

  /** The page itself, or the nearest thing around the middle of the window that scrolls. */
  function pageScroller() {
    const page = document.scrollingElement ?? document.documentElement;
    const clip =
      getComputedStyle(document.documentElement).overflowY +
      getComputedStyle(document.body ?? page).overflowY;
    if (canScroll(page) && !/hidden|clip/.test(clip)) return page;
    for (
      let node = tools.elementAt(document, innerWidth / 2, innerHeight / 2);
      node;
      node = node.parentElement
    ) {
      if (node !== page && canScroll(node)) return node;
    }
    let best = null;
    for (const element of Array.from(document.querySelectorAll('body *')).slice(0, 5_000)) {
      if (canScroll(element) && element.clientHeight > (best?.clientHeight ?? 100)) best = element;
    }
    return best ?? (canScroll(page) ? page : null);
  }

  let target;
  if (selector === undefined) target = pageScroller();
  else {
    const found = tools.findAll(selector);
    const named = found.find(tools.isVisible) ?? found[0];
    if (!named) return { kind: 'missing' };
    // What is named may be what the scrolling thing holds.
    target = canScroll(named)
      ? named
      : (Array.from(named.querySelectorAll('*'))
          .slice(0, 5_000)
          .find((inner) => canScroll(inner) && tools.isVisible(inner)) ?? null);
    if (target === null) {
      named.scrollIntoView({ block: sign > 0 ? 'end' : 'start', behavior: 'instant' });
      await tools.nextFrame();
      return { kind: 'still', element: tools.describe(named) };
    }
  }
  if (target === null)
    return { kind: 'none', x: innerWidth / 2, y: innerHeight / 2, by: sign * innerHeight * SHARE };
  const before = target.scrollTop;
  const isPage = target === target.ownerDocument.scrollingElement;
  const height = isPage ? target.ownerDocument.defaultView.innerHeight : target.clientHeight;
  target.scrollBy({ top: sign * height * SHARE, behavior: 'instant' });
  // Listeners and observers are told with the frames.
  await tools.nextFrame();
  await tools.nextFrame();
  return {
    kind: 'scrolled',
    from: Math.round(before),
    to: Math.round(target.scrollTop),
    height: target.scrollHeight,
  };
}
