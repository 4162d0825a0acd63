import * as T from '../tags.ts';
import type { Tree } from '../tree.ts';

const PART = /^S:[\da-f]+$/;
const PLACE = /^[BP]:[\da-f]+$/;
/** Parts within parts are followed so far. */
const MAX_DEPTH = 20;

/** The template that holds the place of a part, and the part that it stands in itself, '' when in none. */
interface Place {
  readonly node: number;
  readonly within: string;
}

/**
 * Parts of a page that React sent late: hidden blocks at the end, which a script moves to where a template holds their
 * place. They belong where that place is.
 */
export class StreamedParts {
  readonly #tree: Tree;
  #places: ReadonlyMap<string, Place> | undefined;

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  /** Whether `node` is a part whose place is within `block`, or within another part whose place is. */
  belongTo(node: number, block: number): boolean {
    let part = partNumber(this.#tree, node);
    for (let depth = 0; part !== '' && depth < MAX_DEPTH; depth++) {
      this.#places ??= findPlaces(this.#tree);
      const place = this.#places.get(part);
      if (place === undefined) return false;
      if (block < place.node && place.node < this.#tree.end[block]!) return true;
      part = place.within;
    }
    return false;
  }
}

/** Whether `node` is a part that was sent late, hidden only until a script has moved it. */
export function isStreamedPart(tree: Tree, node: number): boolean {
  return partNumber(tree, node) !== '';
}

/** Number of the part that `node` holds, '' when it holds none. */
function partNumber(tree: Tree, node: number): string {
  const id = tree.tag[node] === T.DIV ? tree.attribute(node, 'id') : undefined;
  if (id === undefined || !PART.test(id) || tree.attribute(node, 'hidden') === undefined) return '';
  return id.slice(2);
}

/** Places by the number of their part. */
function findPlaces(tree: Tree): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let within = '';
  let withinUntil = 0;
  for (let node = 1; node < tree.length; node++) {
    const part = node < withinUntil ? '' : partNumber(tree, node);
    if (part !== '') {
      within = part;
      withinUntil = tree.end[node]!;
    }
    const id = tree.tag[node] === T.TEMPLATE ? tree.attribute(node, 'id') : undefined;
    if (id !== undefined && PLACE.test(id)) {
      places.set(id.slice(2), { node, within: node < withinUntil ? within : '' });
    }
  }
  return places;
}
