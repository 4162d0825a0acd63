/**
 * A value without the scalars at some JSON pointers, in the forms that a schema may allow, the mildest first: members are
 * null (which readers of a schema take out where the member is optional), and then the entries of lists that hold one go.
 */
export function* withoutInventions(value: unknown, paths: readonly string[]): Generator {
  if (paths.length === 0) {
    yield value;
    return;
  }
  const steps = paths.map(stepsOf);
  if (steps.some((path) => path.length === 0)) {
    yield null;
    return;
  }
  yield edited(value, steps);
  const inLists = steps.map((path) => path.slice(0, lastIndexStep(value, path) + 1));
  if (inLists.some((path) => path.length > 0))
    yield edited(
      value,
      steps.map((path, at) => (inLists[at]!.length > 0 ? inLists[at]! : path)),
    );
}

function stepsOf(pointer: string): string[] {
  if (pointer === '/' || pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

type Holder = Record<string, unknown> | unknown[];

/** The step at which a path last enters a list; -1 when it enters none. */
function lastIndexStep(value: unknown, path: readonly string[]): number {
  let [at, last]: [unknown, number] = [value, -1];
  for (const [index, step] of path.entries()) {
    if (Array.isArray(at)) last = index;
    at = (at as Record<string, unknown>)[step];
  }
  return last;
}

/** A copy in which members at the ends of paths are null, and entries of lists are gone. */
function edited(value: unknown, paths: ReadonlyArray<readonly string[]>): unknown {
  const copy = structuredClone(value);
  const emptied = new Set<unknown[]>();
  for (const path of paths) {
    let holder = copy as Holder;
    for (const step of path.slice(0, -1)) {
      const next = (holder as Record<string, unknown>)[step];
      if (typeof next !== 'object' || next === null) break;
      holder = next as Holder;
    }
    const name = path.at(-1)!;
    if (!Object.hasOwn(holder, name)) continue;
    (holder as Record<string, unknown>)[name] = Array.isArray(holder) ? GONE : null;
    if (Array.isArray(holder)) emptied.add(holder);
  }
  for (const list of emptied) list.splice(0, list.length, ...list.filter((entry) => entry !== GONE));
  return copy;
}

const GONE = Symbol('gone');
