import { standIn } from './stand-in.js';

/** Opens closed shadow roots to our own world: to the page they are closed by what stands in for its getters. */
export function openShadowRoots() {
  const { apply } = Reflect;
  const { create } = Object;
  // Nothing is held or copied.
  /** @type {WeakSet<ShadowRoot>} */
  const closed = new WeakSet();
  const isClosed = closed.has.bind(closed);
  const close = closed.add.bind(closed);
  const { attachShadow } = Element.prototype;
  /** @type {(this: Element, init: ShadowRootInit) => ShadowRoot} */
  const attach = function attach(init) {
    if (init?.mode !== 'closed') return apply(attachShadow, this, [init]);
    const root = apply(attachShadow, this, [create(init, { mode: { value: 'open' } })]);
    close(root);
    return root;
  };
  Element.prototype.attachShadow = standIn(attachShadow, attach);
  cover(Element.prototype, 'shadowRoot', (root) => (root !== null && isClosed(root) ? null : root));
  cover(ShadowRoot.prototype, 'mode', (mode, root) => (isClosed(root) ? 'closed' : mode));
}

/**
 * Lets a getter say something else to the page; our own world has its own.
 * @template {object} O
 * @template {keyof O} K
 * @param {O} prototype
 * @param {K} property
 * @param {(value: O[K], object: O) => O[K]} tell
 */
function cover(prototype, property, tell) {
  const { apply } = Reflect;
  const own = Object.getOwnPropertyDescriptor(prototype, property);
  const read = /** @type {() => O[K]} */ (own?.get);
  const { get } = /** @type {{get: () => O[K]}} */ (
    Object.getOwnPropertyDescriptor(
      {
        get covered() {
          return tell(apply(read, this, []), /** @type {O} */ (/** @type {unknown} */ this));
        },
      },
      'covered',
    )
  );
  Object.defineProperty(prototype, property, { ...own, get: standIn(read, get) });
}
