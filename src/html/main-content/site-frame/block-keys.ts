import type { Tree } from '../../tree.ts';
import type { MainHeading } from '../main-heading.ts';
import type { PageMeasures } from '../measure/page-measures.ts';

/** The blocks of a page by what they say, and the template that the page is made by. Plain data. */
export interface BlockKeys {
  /** Hash of the way from the root to the title: pages of one template have the same. */
  readonly template: number;
  /** Key of each block with text, in document order, each once: blocks that say the same have the same key. */
  readonly keys: Int32Array;
}

/** The blocks that earlier pages of one template held. Plain data, so that it can cross to a thread. */
export interface SeenTemplate {
  readonly template: number;
  /** Pages that were seen, without the one that is looked at. */
  readonly pages: number;
  /** Keys of blocks that stood on at least two of these pages. */
  readonly keys: Int32Array;
  /** On how many pages each of `keys` stood. */
  readonly counts: Uint8Array;
}

/** The frame stands at the beginning and at the end of a page: a longer page is read from both sides. */
const MOST_KEYS = 600;
/** `post-3817`, `page2`: numbers tell pages of one template apart, and builds of a site. */
const NUMBERS = /\d+/g;
const GOLDEN_RATIO = 0x9e3779b1 | 0;

/** Reads the template and the block keys of a page, in one pass over what holds text. */
export function readBlockKeys(tree: Tree, measures: PageMeasures, title: MainHeading): BlockKeys {
  const keys = new Set<number>();
  const { own, filled } = measures;
  for (const node of filled) {
    if (own.words[node] !== 0) keys.add(blockKey(measures, node));
  }
  const all = Int32Array.from(keys);
  const half = MOST_KEYS / 2;
  return {
    template: templateOf(tree, title.node),
    keys:
      all.length <= MOST_KEYS
        ? all
        : Int32Array.of(...all.subarray(0, half), ...all.subarray(all.length - half)),
  };
}

/** The key of a block's own text: its letters and the count of its words. */
export function blockKey({ own, letters }: PageMeasures, node: number): number {
  return letters[node]! ^ Math.imul(2 * own.words[node]! + 1, GOLDEN_RATIO);
}

/** Hashes the tags and first classes from the title up; 0 for a page without a title. */
function templateOf(tree: Tree, title: number): number {
  let hash = 0;
  for (let node = title; node > 0; node = tree.parent[node]!) {
    const className = tree.attribute(node, 'class')?.trim().split(/\s/, 1)[0] ?? '';
    hash = addText(hash, `${tree.name(node)}.${className.replaceAll(NUMBERS, '')}`);
  }
  return hash;
}

function addText(hash: number, text: string): number {
  let sum = hash;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
  return sum;
}
