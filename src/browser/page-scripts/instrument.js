/**
 * Runs before anything of a page in the page's own world: keeps track of the one-shot timers that the page's content may
 * come from, and makes closed shadow roots readable from our own world while the page still cannot reach into them.
 * A timer is near when it is due soon and is not part of a loop; far ones matter to a page that shows nothing yet.
 * What it tells is made of nothing that the page could replace: two numbers, whatever the page does.
 * @param {string} name of the property, hidden from enumeration, that tells what was seen
 * @param {{shortMs: number, nearMs: number, farMs: number, farDepth: number}} limits short ones may start each other once
 */
export function instrument(name, { shortMs, nearMs, farMs, farDepth }) {
  if (Object.hasOwn(globalThis, name)) return;
  const maxPending = 1_000;
  /** By timer id. */
  const pending = new Map();
  /** Timers that have run, by the magnitude of their delay: a loop whose delays vary a little is a loop. */
  const runs = new Map();
  let depth = 0;
  const { setTimeout: schedule, clearTimeout: cancel, performance } = globalThis;
  const { apply } = Reflect;
  const { create, defineProperty, getOwnPropertyDescriptor } = Object;
  const now = performance.now.bind(performance);

  const stand = (original, replacement) => {
    defineProperty(replacement, 'name', { value: original.name });
    defineProperty(replacement, 'length', { value: original.length });
    return replacement;
  };

  globalThis.setTimeout = stand(schedule, function setTimeout(handler, delay, ...args) {
    const delayMs = Math.max(0, Number(delay) || 0);
    const ownDepth = depth + 1;
    const isOfInterest =
      typeof handler === 'function' && ownDepth <= farDepth && delayMs <= farMs && pending.size < maxPending;
    if (!isOfInterest) return apply(schedule, this, [handler, delay, ...args]);
    const magnitude = Math.round(Math.log2(delayMs + 1) * 2);
    const allowance = delayMs <= shortMs ? 2 : 1;
    const isNear = delayMs <= nearMs && ownDepth <= allowance && (runs.get(magnitude) ?? 0) < allowance;
    const id = apply(schedule, this, [
      function run(...given) {
        pending.delete(id);
        runs.set(magnitude, (runs.get(magnitude) ?? 0) + 1);
        const outer = depth;
        depth = ownDepth;
        try {
          return apply(handler, this, given);
        } finally {
          depth = outer;
        }
      },
      delay,
      ...args,
    ]);
    pending.set(id, { dueAt: now() + delayMs, isNear });
    return id;
  });
  globalThis.clearTimeout = stand(cancel, function clearTimeout(id) {
    pending.delete(id);
    return apply(cancel, this, [id]);
  });

  // A root that is open to us is closed to the page by what stands in for its getters: nothing is held or copied.
  const closed = new WeakSet();
  const isClosed = closed.has.bind(closed);
  const close = closed.add.bind(closed);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = stand(attachShadow, function attach(init) {
    if (init?.mode !== 'closed') return apply(attachShadow, this, [init]);
    const root = apply(attachShadow, this, [create(init, { mode: { value: 'open' } })]);
    close(root);
    return root;
  });
  const cover = (prototype, property, tell) => {
    const own = getOwnPropertyDescriptor(prototype, property);
    const read = own.get;
    const { get } = getOwnPropertyDescriptor(
      {
        get covered() {
          return tell(apply(read, this, []), this);
        },
      },
      'covered',
    );
    defineProperty(prototype, property, { ...own, get: stand(read, get) });
  };
  cover(Element.prototype, 'shadowRoot', (root) => (root !== null && isClosed(root) ? null : root));
  cover(ShadowRoot.prototype, 'mode', (mode, root) => (isClosed(root) ? 'closed' : mode));

  const { forEach } = Map.prototype;
  const tell = (farUntilMs) => {
    const told = { nearMs: 0, farMs: 0 };
    const time = now();
    const note = ({ dueAt, isNear }) => {
      // One that is long overdue was cancelled in a way that was not seen.
      if (time - dueAt > 1_000) return;
      const leftMs = dueAt - time > 1 ? dueAt - time : 1;
      if (isNear) told.nearMs = leftMs > told.nearMs ? leftMs : told.nearMs;
      else if (dueAt <= farUntilMs && leftMs > told.farMs) told.farMs = leftMs;
    };
    try {
      apply(forEach, pending, [note]);
    } catch {
      // A page that has put something of its own there is not waited for.
    }
    return told;
  };
  defineProperty(globalThis, name, { value: tell });
}

/**
 * How long until the last of the near and of the far timers is due, ms; 0: there is none.
 * @param {string} name
 * @param {number} farUntilMs far timers that are due later in the life of the page do not count
 */
export function readInstrument(name, farUntilMs) {
  const tell = globalThis[name];
  return tell ? tell(farUntilMs) : { nearMs: 0, farMs: 0 };
}
