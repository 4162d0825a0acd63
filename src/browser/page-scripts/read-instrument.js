/**
 * How long until the last of the near and of the far timers is due, ms; 0: there is none. Runs among the page's own
 * scripts, so it calls nothing that these could replace.
 * @param {string} name that `instrument` was given
 * @param {number} farUntilMs far timers that are due later in the life of the page do not count
 * @returns {{nearMs: number, farMs: number}}
 */
export function readInstrument(name, farUntilMs) {
  const page = /** @type {Record<string, (farUntilMs: number) => {nearMs: number, farMs: number}>} */ (
    /** @type {unknown} */ (globalThis)
  );
  const tell = page[name];
  return tell ? tell(farUntilMs) : { nearMs: 0, farMs: 0 };
}
