/**
 * Looks for consent dialogues among what lies over the page, at a few points of the window: a page without one is done
 * within a millisecond. What is found is kept under `name` in this world for `answer-banners.js`.
 * @param {ReturnType<typeof import('./banner-tools.js').bannerTools>} tools
 * @param {{name: string, spare: readonly string[], canAwait: boolean, isTimeUnknown: boolean}} options `spare`: selectors
 *   of what somebody wants to use on the page; a dialogue that holds one is left alone. `canAwait`: also tells whether one
 *   may come yet. `isTimeUnknown`: nobody has waited for the timers of the page
 */
export async function seeBanners(tools, { name, spare, canAwait, isTimeUnknown }) {
  // Shares of the window: edges and corners, where bars and boxes are, and the middle; the likeliest first.
  const POINTS =
    '0.5,0.95 0.5,0.5 0.04,0.96 0.96,0.96 0.5,0.02 0.5,0.3 0.5,0.75 0.1,0.9 0.9,0.9 0.25,0.93 0.75,0.93 ' +
    '0.12,0.8 0.88,0.8 0.5,0.85 0.5,0.6 0.5,0.4 0.5,0.2 0.5,0.1 0.04,0.05 0.96,0.05 0.1,0.5 0.9,0.5';
  const LIKELY = 9;
  // Each point costs more the more there is on a page, and on a busy machine; a banner is likely at the first ones.
  const USUAL_MS = 4;
  const MAX_MS = 250;
  const startedAt = performance.now();
  const MAX_DEPTH = 100;
  /** An inline dialogue is a small part of its page. */
  const MAX_INLINE = { characters: 3_000, share: 0.6 };
  /** A dialogue without a telling name is not most of what its page says. */
  const MIN_SHELL = { characters: 1_000, share: 0.5 };
  /** By how much text what is around a dialogue may exceed it. */
  const MAX_MORE = { named: 1_500, unnamed: 40 };
  const UNSEEN = { depth: 3, scanned: 40, kept: 5, parts: 6 };
  const FRAMES_MS = 40;
  const PAGE_PARTS = 'main,article,[role=main],[role=navigation],nav';
  const FORM_PARTS = 'input[type=password],input[type=email],input[type=tel],textarea';
  const EXPECTED =
    /cookielaw\.org|onetrust|cookiebot|usercentrics|didomi|privacy-center\.org|trustarc|consensu|privacy-mgmt|cookieyes|iubenda|axept\.io|consentmanager|osano|termly|cookie-?(?:script|first|hub|consent|banner)|klaro|tarteaucitron|fundingchoices/i;
  const seen = new Set();
  const banners = [];
  let pageLength = -1;
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

  function elementAt(x, y) {
    let element = document.elementFromPoint(x, y);
    for (let depth = 0; element?.shadowRoot && depth < MAX_DEPTH; depth++) {
      const inner = element.shadowRoot.elementFromPoint(x, y);
      if (!inner || inner === element) break;
      element = inner;
    }
    return element;
  }

  /** How an element lies: over the page, in its flow under a telling name, or neither. */
  function layerOf(element, hasName) {
    const { position, zIndex } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') return 'over';
    if (element.localName === 'dialog' || element.getAttribute('aria-modal') === 'true') return 'over';
    if (/^(?:alert)?dialog$/.test(element.getAttribute('role') ?? '')) return 'over';
    if (position === 'absolute' && Number(zIndex) >= 100) return 'over';
    return hasName ? 'inline' : undefined;
  }

  function lengthOfPage() {
    if (pageLength === -1) pageLength = document.body.textContent.length;
    return pageLength;
  }

  function isPartOfPage(element, layer, hasName) {
    if (element.querySelector('main,[role=main]')) return true;
    if (layer === 'inline') {
      const { length } = element.textContent;
      return length > MAX_INLINE.characters || length > lengthOfPage() * MAX_INLINE.share;
    }
    if (hasName) return false;
    // A page may itself lie in a box, and holds menus, searches and forms in fixed places.
    const { length } = element.textContent;
    if (length > MIN_SHELL.characters && length > lengthOfPage() * MIN_SHELL.share) return true;
    return (
      element.matches(`${PAGE_PARTS},header`) || element.querySelector(`${PAGE_PARTS},${FORM_PARTS}`) !== null
    );
  }

  /** Whether what is going to be used lies in it. */
  function isSpared(element) {
    return spare.some((selector) => {
      try {
        const first = document.querySelector(selector);
        if (first) return pathOf(first).includes(element);
        return tools.scopesOf(element)?.some((scope) => scope.querySelector(selector)) ?? false;
      } catch {
        // No selector that a browser knows.
        return false;
      }
    });
  }

  const isNamed = (element) => tools.says('names', tools.namesOf(element));

  function pathOf(hit) {
    const path = [];
    for (let element = hit; element && path.length < MAX_DEPTH; element = parentOf(element)) {
      if (element === document.body || element === document.documentElement) break;
      path.push(element);
    }
    return path;
  }

  /** With the boxes and veils around it that hold nothing else. */
  function widen(path, at) {
    let widest = at;
    const { length } = path[at].textContent;
    for (let outer = at + 1; outer < path.length; outer++) {
      const element = path[outer];
      const more = element.textContent.length - length;
      const hasName = isNamed(element);
      if (!hasName && layerOf(element, false) === undefined) continue;
      const belongs = more <= (hasName ? MAX_MORE.named : MAX_MORE.unnamed);
      if (belongs && !isPartOfPage(element, 'inline', true)) widest = outer;
    }
    return path[widest];
  }

  function keep(path, at, frame) {
    if (isSpared(path[at])) return;
    const root = widen(path, at);
    const isWithin = (element, outer) => pathOf(element).includes(outer);
    const others = banners.filter((known) => !isWithin(known.root, root));
    banners.splice(0, banners.length, ...others);
    banners.push({ core: path[at], root, frame, isNamed: path.slice(0, at + 3).some(isNamed) });
  }

  function examine(hit) {
    const path = pathOf(hit);
    if (path.some((element) => banners.some(({ root }) => root === element))) return;
    if (hit.localName === 'iframe') {
      const at = path.findIndex((element) => layerOf(element, false) === 'over');
      if (at !== -1) keep(path, at, hit);
      return;
    }
    // From the innermost: a page may itself lie in a fixed box.
    for (let at = 0; at < path.length; at++) {
      const element = path[at];
      if (seen.has(element)) continue;
      seen.add(element);
      const isNamedHere = isNamed(element);
      const layer = layerOf(element, isNamedHere);
      if (layer === undefined || isPartOfPage(element, layer, isNamedHere)) continue;
      // A layer without a name of its own may be that of the element around it.
      const isNamedNear = isNamedHere || path.slice(at + 1, at + 3).some(isNamed);
      if (!tools.asksForConsent(element, { isNamed: isNamedNear, isOver: layer === 'over' })) continue;
      keep(path, at, undefined);
      return;
    }
  }

  /** What is named like a dialogue near the top of the tree and is displayed, but not to be seen. */
  function unseenOnes() {
    const layers = [Array.from(document.body.children)];
    for (let depth = 1; depth < UNSEEN.depth; depth++) {
      layers.push(
        layers[depth - 1].slice(-UNSEEN.scanned).flatMap((element) => Array.from(element.children)),
      );
    }
    return layers
      .flatMap((layer) => layer.slice(-UNSEEN.scanned))
      .filter((element) => isNamed(element) && getComputedStyle(element).display !== 'none')
      .slice(-UNSEEN.kept)
      .flatMap((element) => [element, ...Array.from(element.querySelectorAll('*')).slice(0, UNSEEN.parts)])
      .filter((element) => !tools.isInView(element));
  }

  /** Whether one of them is on its way into the window. */
  async function isAppearing() {
    const unseen = unseenOnes();
    if (unseen.length === 0) return false;
    const state = () =>
      unseen.map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const { opacity, visibility } = getComputedStyle(element);
        return [left, top, width, height, opacity, visibility].join();
      });
    const first = state();
    await tools.pause(FRAMES_MS);
    return state().some((one, at) => one !== first[at]);
  }

  /** Whether a script is there that shows one sooner or later. */
  function isAwaited() {
    return isTimeUnknown && Array.from(document.scripts).some(({ src }) => EXPECTED.test(src));
  }

  if (document.body) {
    const points = POINTS.split(' ').map((point) => point.split(',').map(Number));
    for (const [at, [x, y]] of points.entries()) {
      const spentMs = performance.now() - startedAt;
      if (spentMs > MAX_MS || (at >= LIKELY && spentMs > USUAL_MS)) break;
      const hit = elementAt(innerWidth * x, innerHeight * y);
      if (hit) examine(hit);
    }
  }
  Object.defineProperty(globalThis, name, { value: banners, configurable: true });
  return {
    banners: banners.length,
    /** Places of those whose content is in a frame. */
    frames: banners.flatMap(({ frame }, at) => (frame ? [at] : [])),
    /** None is seen, but one is on its way. */
    isExpected:
      canAwait && banners.length === 0 && document.body !== null && (isAwaited() || (await isAppearing())),
  };
}

/** The frame element of a dialogue that was seen. */
export function bannerFrame(name, at) {
  return globalThis[name]?.[at]?.frame;
}
