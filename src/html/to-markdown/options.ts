import type { RemovalMask } from '../tree.ts';

export interface MarkdownOptions {
  /** The node whose subtree is written; the whole page when absent. */
  root?: number;
  /** Nodes to leave out, with all in them. */
  removed?: RemovalMask;
  /** Absolute URL of a link or image, undefined to drop the link and keep its text. URLs stay as they are when absent. */
  resolveUrl?: (raw: string) => string | undefined;
  /** Writes `<Base64-Image-Removed>` in place of images that are part of the page. */
  removeBase64Images?: boolean;
}
