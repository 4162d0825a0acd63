import { standIn } from './stand-in.js';

/** @typedef {{shortMs: number, nearMs: number, farMs: number, farDepth: number}} TimerLimits */

/** @typedef {{dueAt: number, isNear: boolean}} Timer */

const MAX_PENDING = 1_000;

/**
 * Keeps track of the one-shot timers of a page; returns what tells how long until the last of the near and of the far
 * ones is due.
 * @param {TimerLimits} limits
 */
export function watchTimers({ shortMs, nearMs, farMs, farDepth }) {
  /**
   * By timer id.
   * @type {Map<unknown, Timer>}
   */
  const pending = new Map();
  /** Timers that have run, by the magnitude of their delay: a loop whose delays vary a little is a loop. */
  const runs = new Map();
  let depth = 0;
  const { setTimeout: schedule, clearTimeout: cancel, performance } = globalThis;
  const { apply } = Reflect;
  const now = performance.now.bind(performance);

  /** @type {(this: unknown, handler: TimerHandler, delay?: number, ...args: unknown[]) => number} */
  const setTimeout = function setTimeout(handler, delay, ...args) {
    const delayMs = Math.max(0, Number(delay) || 0);
    const ownDepth = depth + 1;
    const isOfInterest =
      typeof handler === 'function' && ownDepth <= farDepth && delayMs <= farMs && pending.size < MAX_PENDING;
    if (!isOfInterest) return apply(schedule, this, [handler, delay, ...args]);
    const magnitude = Math.round(Math.log2(delayMs + 1) * 2);
    const allowance = delayMs <= shortMs ? 2 : 1;
    const isNear = delayMs <= nearMs && ownDepth <= allowance && (runs.get(magnitude) ?? 0) < allowance;
    /** @type {(this: unknown, ...given: unknown[]) => unknown} */
    const run = function run(...given) {
      pending.delete(id);
      runs.set(magnitude, (runs.get(magnitude) ?? 0) + 1);
      const outer = depth;
      depth = ownDepth;
      try {
        return apply(handler, this, given);
      } finally {
        depth = outer;
      }
    };
    const id = apply(schedule, this, [run, delay, ...args]);
    pending.set(id, { dueAt: now() + delayMs, isNear });
    return id;
  };
  /** @type {(this: unknown, id?: number) => void} */
  const clearTimeout = function clearTimeout(id) {
    pending.delete(id);
    return apply(cancel, this, [id]);
  };
  Object.assign(globalThis, {
    setTimeout: standIn(schedule, setTimeout),
    clearTimeout: standIn(cancel, clearTimeout),
  });
  return teller(pending, now);
}

/**
 * Its answer is made of nothing that the page could replace: two numbers, whatever the page does.
 * @param {Map<unknown, Timer>} pending
 * @param {() => number} now
 */
function teller(pending, now) {
  const { apply } = Reflect;
  const { forEach } = Map.prototype;
  /** @param {number} farUntilMs */
  return (farUntilMs) => {
    const told = { nearMs: 0, farMs: 0 };
    const time = now();
    /** @param {Timer} timer */
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
}
