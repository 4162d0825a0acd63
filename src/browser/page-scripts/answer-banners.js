/**
 * Refuses what the dialogues ask that `see-banners.js` has kept, as a visitor would, and hides those that stay or leave
 * no other choice than to accept; with them goes what they have put over the page and the lock on its scrolling.
 * @param {ReturnType<typeof import('./banner-tools.js').bannerTools>} tools
 * @param {{name: string, frames: Record<string, 'refused' | 'asks' | 'other' | 'silent'>, canClick: boolean,
 *   maxMs: number}} options `frames`: what their own documents have said, by place
 * @returns {Promise<string[]>} what was done with each
 */
export async function answerBanners(tools, { name, frames, canClick, maxMs }) {
  const until = performance.now() + maxMs;
  /** How long a dialogue may take to go when it was answered. */
  const GOING_MS = 450;
  const STEP_MS = 20;
  const COVERS_SHARE = 0.7;
  const done = [];
  let hasHidden = false;

  function describe(element) {
    const id = element.getAttribute('id');
    const names = Array.from(element.classList, (one) => `.${one}`).slice(0, 2);
    return `${element.localName}${id ? `#${id}` : names.join('')}`.slice(0, 80);
  }

  async function goes(core, root) {
    const latest = Math.min(until, performance.now() + GOING_MS);
    // What fades in still may not be seen yet.
    const isMoving = () =>
      root.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running');
    while (tools.isInView(core) || isMoving()) {
      if (performance.now() >= latest) return false;
      await tools.pause(STEP_MS);
    }
    return true;
  }

  function hide(element) {
    if (element.localName === 'dialog' && element.open) element.close();
    element.style.setProperty('display', 'none', 'important');
  }

  function refuse(core, root) {
    const refusal = canClick ? (tools.refusalIn(core) ?? tools.refusalIn(root)) : undefined;
    if (refusal) tools.clickInPlace(refusal.element);
    return refusal !== undefined;
  }

  /** Dark or blurred layers over the whole window that show nothing themselves. */
  function removeBackdrops() {
    for (let count = 0; count < 4; count++) {
      const layers = [
        [0.5, 0.5],
        [0.03, 0.03],
      ].map(([x, y]) => backdropAt(innerWidth * x, innerHeight * y));
      const layer = layers.find(Boolean);
      if (!layer) return;
      hide(layer);
      done.push(`hidden ${describe(layer)}`);
    }
  }

  function backdropAt(x, y) {
    for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
      if (element === document.body || element === document.documentElement) return undefined;
      if (!/^(?:fixed|absolute)$/.test(getComputedStyle(element).position)) continue;
      const { width, height } = element.getBoundingClientRect();
      const covers = width * height >= innerWidth * innerHeight * COVERS_SHARE;
      return covers && isVeil(element) ? element : undefined;
    }
    return undefined;
  }

  function isVeil(element) {
    const { backgroundColor, backgroundImage, backdropFilter, opacity } = getComputedStyle(element);
    const [, alpha] = /^rgba\(.*,\s*([\d.]+)\)$/.exec(backgroundColor) ?? [];
    const isDim =
      (alpha !== undefined && Number(alpha) > 0) ||
      (backgroundColor.startsWith('rgb(') && Number(opacity) < 1);
    const isNamed =
      /overlay|backdrop|mask|veil|underlay|dimmer/i.test(tools.namesOf(element)) ||
      tools.says('names', tools.namesOf(element));
    if (!isDim && backdropFilter === 'none' && !isNamed) return false;
    const shows = element.innerText?.trim() || element.querySelector('img,video,canvas,iframe,svg,object');
    return !shows && (backgroundImage === 'none' || isNamed);
  }

  /** Pages are locked by hiding what overflows, or by fixing the body where it was scrolled to. */
  function unlockScrolling() {
    const isLocked = (element) => /^(?:hidden|clip)$/.test(getComputedStyle(element).overflowY);
    const { body, documentElement } = document;
    const set = (element, property, value) => element.style.setProperty(property, value, 'important');
    if (getComputedStyle(body).position === 'fixed') {
      const top = Number.parseFloat(getComputedStyle(body).top) || 0;
      set(body, 'position', 'static');
      if (top < 0) scrollTo(0, -top);
    }
    if (isLocked(documentElement)) set(documentElement, 'overflow-y', 'auto');
    if (isLocked(body)) set(body, 'overflow-y', 'visible');
    const isBlurred = (element) => /blur\(/.test(getComputedStyle(element).filter);
    for (const element of [body, ...body.children].slice(0, 100))
      if (isBlurred(element)) set(element, 'filter', 'none');
  }

  for (const [at, { core, root, frame, isNamed }] of (globalThis[name] ?? []).entries()) {
    const said = frame ? (frames[at] ?? 'silent') : undefined;
    // One that says nothing of the kind may be a dialogue all the same, or an empty one: its name tells.
    if ((said === 'other' || said === 'silent') && !isNamed) continue;
    const isRefused = frame ? said === 'refused' : refuse(core, root);
    if (isRefused && (await goes(core, root))) {
      done.push(`refused ${describe(root)}`);
      continue;
    }
    hide(root);
    hasHidden = true;
    done.push(`hidden ${describe(root)}`);
  }
  if (done.length > 0 && document.body) {
    removeBackdrops();
    // Who was answered has unlocked the page.
    if (hasHidden) unlockScrolling();
  }
  return done;
}

/**
 * In the document of a frame that lies over a page: refuses when it is a consent dialogue.
 * @param {ReturnType<typeof import('./banner-tools.js').bannerTools>} tools
 * @param {{canClick: boolean}} options
 */
export function answerInFrame(tools, { canClick }) {
  const { body } = document;
  if (!body || !tools.asksForConsent(body, { isNamed: false, isOver: true })) return 'other';
  const refusal = canClick ? tools.refusalIn(body) : undefined;
  if (!refusal) return 'asks';
  tools.clickInPlace(refusal.element);
  return 'refused';
}
