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
  const gapMs = 300;
  const now = performance.now();
  /** `changes`: since the parser is done; `runAt`: when changes began that have followed each other closely since. */
  const seen = { changes: 0, changedAt: now, grownAt: now, runAt: now };
  const holdsText = (nodes) => {
    for (const node of nodes) {
      if (node.nodeType === 3 ? node.data.trim() !== '' : node.nodeType === 1) return true;
    }
    return false;
  };
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
      if (time - seen.changedAt > gapMs) seen.runAt = time;
      seen.changes += 1;
      seen.changedAt = time;
      if (isGrowth) seen.grownAt = time;
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  // What the parser puts in is no change of the page's.
  const parsed = () => {
    note(observer.takeRecords());
    seen.changes = 0;
  };
  addEventListener('DOMContentLoaded', parsed, { capture: true, once: true });
  Object.defineProperty(globalThis, name, { value: { seen, observer } });
}

/**
 * What a page looks like now. The text is counted up to `enough` characters only.
 * @param {string} name
 * @param {number} enough
 * @param {boolean} isBusySought whether to look for signs of loading even when there is enough text
 */
export function readState(name, enough, isBusySought) {
  const state = globalThis[name];
  // A page may name its form fields and pictures like what is asked for here, and so hide it.
  const getter = (prototype, property) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, property);
    return (object) => get.call(object);
  };
  const root = getter(Document.prototype, 'documentElement')(document);
  const shadowOf = getter(Element.prototype, 'shadowRoot');
  const scriptsOf = getter(Document.prototype, 'scripts');
  const { createTreeWalker, querySelectorAll } = Document.prototype;
  const innerOf = getter(HTMLIFrameElement.prototype, 'contentDocument');
  const insideOf = (element) =>
    shadowOf(element) ?? (element.localName === 'iframe' ? innerOf(element)?.documentElement : undefined);
  const read = { characters: 0, text: '' };
  const looked = { elements: 0 };
  const maxElements = 20_000;
  const silent = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TITLE', 'HEAD']);
  const readText = (from) => {
    const walker = createTreeWalker.call(document, from, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && read.characters < enough; node = walker.nextNode()) {
      if (silent.has(node.parentNode?.nodeName)) continue;
      const part = node.data.trim();
      read.characters += part.length;
      read.text += ` ${part}`;
    }
  };
  if (root !== null) readText(root);
  // Pages of components and of frames say what they say inside of them.
  const inner = root === null ? [] : [root];
  for (let at = 0; at < inner.length && read.characters < enough; at++) {
    const walker = createTreeWalker.call(document, inner[at], NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null && read.characters < enough; node = walker.nextNode()) {
      looked.elements += 1;
      if (looked.elements > maxElements) break;
      const within = insideOf(node);
      if (!within) continue;
      readText(within);
      inner.push(within);
    }
  }
  const changesOf = (
    seen = { changes: 0, changedAt: performance.now(), grownAt: 0, runAt: performance.now() },
  ) => ({
    changes: seen.changes,
    sinceChangeMs: performance.now() - seen.changedAt,
    sinceGrowthMs: performance.now() - seen.grownAt,
    runMs: seen.changedAt - seen.runAt,
  });
  const { characters, text } = read;
  const isBusy = () => {
    const signs =
      '[aria-busy="true"],[role="progressbar"]:not([aria-valuenow]),[class*="skeleton" i],[class*="spinner" i],[class*="loader" i],[class*="shimmer" i]';
    const found = querySelectorAll.call(document, signs);
    for (let at = 0; at < Math.min(found.length, 20); at++) if (found[at].checkVisibility()) return true;
    return false;
  };
  const saysLoading =
    characters < enough &&
    /\bloading\b|please wait|\bone moment\b|wird geladen|bitte warten|chargement|cargando|carregando|caricamento|загрузка|加载|読み込み|로딩/i.test(
      text,
    );
  return {
    characters,
    isBusy: saysLoading || ((characters < enough || isBusySought) && isBusy()),
    ...changesOf(state?.seen),
    // The observer only begins with the first script of a page: where there is none, nothing changes.
    hasScript: scriptsOf(document).length > 0,
    isParsed: getter(Document.prototype, 'readyState')(document) !== 'loading',
  };
}
