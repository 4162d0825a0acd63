/** How generated applications say that their content is there: to scripts, and to those who look for an element. */
export const SAY_SHOWN = `document.getElementById('root').dataset.shown = ''; window.isShown = true; window.dispatchEvent(new Event('shown'));`;
export const SHOWN_SELECTOR = '#root[data-shown]';

/** An expression: fulfils when a generated application has said so. */
const WHEN_SHOWN = `window.isShown || new Promise((resolve) => window.addEventListener('shown', () => resolve(true), { once: true }))`;

/** The same for a world that shares the page's tree and none of its variables. */
export const WHEN_SEEN_AS_SHOWN = `document.querySelector('${SHOWN_SELECTOR}') || new Promise((resolve) => window.addEventListener('shown', () => resolve(true), { once: true }))`;

/** An expression: the page's HTML at that moment, in one call. */
export const HTML_WHEN_SHOWN = `(async () => { await (${WHEN_SHOWN}); return document.documentElement.outerHTML; })()`;
