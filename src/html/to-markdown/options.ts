import type { RemovalMask } from '../tree.ts';
import type { WrittenBlock } from './written-block.ts';

export interface MarkdownOptions {
  /** The node whose subtree is written; the whole page when absent. */
  root?: number;
  /** Nodes to leave out, with all in them. */
  removed?: RemovalMask;
  /** 1 = seen by whoever visits the page although an attribute or inline style hides it until a script shows it. */
  shown?: Uint8Array | undefined;
  /** Absolute URL of a link or image, undefined to drop the link and keep its text. URLs stay as they are when absent. */
  resolveUrl?: (raw: string) => string | undefined;
  /** Writes `<Base64-Image-Removed>` in place of images that are part of the page. */
  removeBase64Images?: boolean;
  /** Gets each block when it is written, in document order; false ends the page there. */
  onBlock?: (block: WrittenBlock) => boolean;
}
