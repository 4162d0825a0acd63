import type { SrcsetCandidate } from '../../srcset.ts';
import * as tags from '../../tags.ts';
import type { Tree } from '../../tree.ts';
import { largerCandidate, largestCandidate } from './srcset-candidates.ts';

/** Children of one `picture` that are looked at. */
const MAX_CHILDREN = 64;

/** The images that the sources of a `picture` offer. Remembers the last one: a picture may hold thousands of images. */
export class PictureSources {
  #picture = -1;
  #next = 0;
  #seen = 0;
  #largest: SrcsetCandidate | undefined;

  /** The largest of the sources before an `img` in its `picture`; undefined outside of any. */
  largestBefore(tree: Tree, img: number): SrcsetCandidate | undefined {
    const picture = tree.parent[img]!;
    if (tree.tag[picture] !== tags.PICTURE) return undefined;
    if (picture !== this.#picture) {
      this.#picture = picture;
      this.#next = picture + 1;
      this.#seen = 0;
      this.#largest = undefined;
    }
    for (; this.#next < img && this.#seen < MAX_CHILDREN; this.#seen++) {
      const node = this.#next;
      if (tree.tag[node] === tags.SOURCE)
        this.#largest = largerCandidate(this.#largest, largestCandidate(tree, node));
      this.#next = tree.end[node]!;
    }
    return this.#largest;
  }
}
