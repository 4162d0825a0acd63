/**
 * @typedef {(original: Function, self: unknown, args: unknown[]) => unknown} Behave
 *
 * @typedef {object} StandIns
 * @property {(owner: object | undefined, name: string, behave: Behave) => void} replace
 * @property {<F extends Function>(standIn: F, original: Function, name?: string) => F} disguiseAs
 *
 * The constructors of a page or worker; one that it does not have is undefined.
 * @typedef {Record<string, ({prototype: object} & object) | undefined>} Constructors
 */

/**
 * Runs in pages and workers before anything of theirs, so it can use nothing around it. Stand-ins are accessors and
 * methods of object literals, which like native ones have no prototype and cannot be constructed, and their text is
 * that of what they stand in for.
 * @returns {StandIns}
 */
export function makeStandIns() {
  const { apply } = Reflect;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  // Pages may replace these.
  const { get, set } = WeakMap.prototype;
  const natives = new WeakMap();

  /**
   * Gives a function the text and the length of a native one.
   * @type {StandIns['disguiseAs']}
   */
  const disguiseAs = (standIn, original, name = original.name) => {
    defineProperty(standIn, 'name', { value: name });
    defineProperty(standIn, 'length', { value: original.length });
    apply(set, natives, [standIn, original]);
    return standIn;
  };

  /**
   * Puts `behave(original, this, arguments)` in the place of a getter or method, if there is one.
   * @type {StandIns['replace']}
   */
  const replace = (owner, name, behave) => {
    const descriptor = owner && getOwnPropertyDescriptor(owner, name);
    if (!descriptor?.configurable) return;
    const isGetter = descriptor.get !== undefined;
    const original = /** @type {Function} */ (isGetter ? descriptor.get : descriptor.value);
    const literal = {
      get getter() {
        return behave(original, this, []);
      },
      /** @param {unknown[]} args */
      method(...args) {
        return behave(original, this, args);
      },
    };
    const getter = /** @type {{get: Function}} */ (getOwnPropertyDescriptor(literal, 'getter')).get;
    const standIn = isGetter ? getter : literal.method;
    disguiseAs(standIn, original);
    defineProperty(owner, name, { ...descriptor, [isGetter ? 'get' : 'value']: standIn });
  };

  replace(Function.prototype, 'toString', (original, self, args) => {
    const native = typeof self === 'function' ? apply(get, natives, [self]) : undefined;
    return apply(original, native ?? self, args);
  });
  return { replace, disguiseAs };
}
