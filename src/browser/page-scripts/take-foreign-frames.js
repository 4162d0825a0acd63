/**
 * The elements of the frames that the last capture could not look into, for once.
 * @param {string} framesName
 */
export function takeForeignFrames(framesName) {
  const elements = /** @type {Element[] | undefined} */ (Reflect.get(globalThis, framesName));
  Reflect.deleteProperty(globalThis, framesName);
  return elements ?? [];
}
