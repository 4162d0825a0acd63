import { isObject } from './schema-node.ts';

/** Says where a reference points at; undefined when it points out of the schema or at nothing. */
export function findTarget(root: unknown, reference: string): unknown {
  const base = isObject(root) && typeof root['$id'] === 'string' ? root['$id'].replace(/#.*$/s, '') : '';
  const local = base !== '' && reference.startsWith(base) ? reference.slice(base.length) : reference;
  if (local === '' || local === '#') return root;
  if (!local.startsWith('#')) return undefined;
  const fragment = decodeFragment(local.slice(1));
  if (fragment === undefined) return undefined;
  return fragment.startsWith('/') ? byPointer(root, fragment) : byAnchor(root, fragment);
}

function decodeFragment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function byPointer(root: unknown, pointer: string): unknown {
  let at = root;
  for (const step of pointer.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string, unknown>)[key];
  }
  return at;
}

/** Looks through the whole schema; older drafts write an anchor as an id. */
function byAnchor(root: unknown, anchor: string): unknown {
  const waiting = [root];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (isObject(at)) {
      if (at['$anchor'] === anchor || at['$dynamicAnchor'] === anchor) return at;
      if (at['$id'] === `#${anchor}` || at['id'] === `#${anchor}`) return at;
    }
    if (typeof at === 'object' && at !== null)
      waiting.push(...Object.values(at).filter((value) => value !== undefined));
  }
  return undefined;
}
