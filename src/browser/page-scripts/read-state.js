import { propertyReader } from './property-reader.js';

/** @import { Changes } from './observe.js' */

const MAX_ELEMENTS = 20_000;
const SILENT = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'TITLE', 'HEAD']);
const BUSY =
  '[aria-busy="true"],[role="progressbar"]:not([aria-valuenow]),[class*="skeleton" i],[class*="spinner" i],[class*="loader" i],[class*="shimmer" i]';
const LOADING =
  /\bloading\b|please wait|\bone moment\b|wird geladen|bitte warten|chargement|cargando|carregando|caricamento|загрузка|加载|読み込み|로딩/i;

/**
 * Reads the state of a page. The text is counted up to `enough` characters only.
 * @param {string} name that `observe` was given
 * @param {number} enough
 * @param {boolean} isBusySought whether to look for signs of loading even when there is enough text
 */
export function readState(name, enough, isBusySought) {
  const root = propertyReader(Document.prototype, 'documentElement')(document);
  const { characters, text } = root === null ? { characters: 0, text: '' } : readTexts(root, enough);
  const saysLoading = characters < enough && LOADING.test(text);
  return {
    characters,
    isBusy: saysLoading || ((characters < enough || isBusySought) && showsBusy()),
    ...readChanges(name),
    // The observer only begins with the first script of a page: where there is none, nothing changes.
    hasScript: propertyReader(Document.prototype, 'scripts')(document).length > 0,
    isParsed: propertyReader(Document.prototype, 'readyState')(document) !== 'loading',
  };
}

/**
 * Pages of components and of frames say what they say inside of them.
 * @param {Element} root
 * @param {number} enough
 */
function readTexts(root, enough) {
  const shadowOf = propertyReader(Element.prototype, 'shadowRoot');
  const innerOf = propertyReader(HTMLIFrameElement.prototype, 'contentDocument');
  /** @param {Element} element */
  const insideOf = (element) =>
    shadowOf(element) ??
    (element.localName === 'iframe'
      ? innerOf(/** @type {HTMLIFrameElement} */ (element))?.documentElement
      : undefined);
  const read = { characters: 0, text: '' };
  readText(root, read, enough);
  let looked = 0;
  /** @type {Node[]} */
  const inner = [root];
  for (const scope of inner) {
    if (read.characters >= enough) break;
    const walker = Document.prototype.createTreeWalker.call(document, scope, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null && read.characters < enough; node = walker.nextNode()) {
      looked += 1;
      if (looked > MAX_ELEMENTS) break;
      const within = insideOf(/** @type {Element} */ (node));
      if (!within) continue;
      readText(within, read, enough);
      inner.push(within);
    }
  }
  return read;
}

/**
 * @param {Node} from
 * @param {{characters: number, text: string}} read
 * @param {number} enough
 */
function readText(from, read, enough) {
  const walker = Document.prototype.createTreeWalker.call(document, from, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && read.characters < enough; node = walker.nextNode()) {
    if (SILENT.has(node.parentNode?.nodeName ?? '')) continue;
    const part = /** @type {Text} */ (node).data.trim();
    read.characters += part.length;
    read.text += ` ${part}`;
  }
}

/** Whether something is shown that stands for what is still to come. */
function showsBusy() {
  const found = Document.prototype.querySelectorAll.call(document, BUSY);
  for (let at = 0; at < Math.min(found.length, 20); at++) if (found[at]?.checkVisibility()) return true;
  return false;
}

/** @param {string} name */
function readChanges(name) {
  const now = performance.now();
  const state = /** @type {{seen: Changes} | undefined} */ (Reflect.get(globalThis, name));
  const { changes, changedAt, grownAt, runAt } = state?.seen ?? {
    changes: 0,
    changedAt: now,
    grownAt: 0,
    runAt: now,
  };
  return {
    changes,
    sinceChangeMs: now - changedAt,
    sinceGrowthMs: now - grownAt,
    runMs: changedAt - runAt,
  };
}
