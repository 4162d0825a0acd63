import type { RemovalMask, Tree } from '../../html/tree.ts';
import type { BlockKeys, SeenTemplate } from '../../html/main-content/site-frame/block-keys.ts';
import type { PageType } from '../../html/main-content/classify/page-type.ts';
import type { RemovalTrace } from '../../html/main-content/trace-removals.ts';

/** The options that decide which parts of a page stay. */
export interface TransformOptions {
  onlyMainContent: boolean;
  includeTags: readonly string[];
  excludeTags: readonly string[];
  /** The blocks of other pages of the site; undefined when the page is taken by itself. */
  seen?: readonly SeenTemplate[] | undefined;
  /** Consent dialogues are left out of a page that is wanted whole. */
  isWithoutBanners?: boolean;
}

/** A page between two transforms. */
export interface TransformState {
  readonly tree: Tree;
  removed: RemovalMask;
  /** 1 at each block that stays although the page hides it (tabs, collapsed panels). */
  shown: Uint8Array | undefined;
  readonly warnings: string[];
  explainRemovals: () => RemovalTrace[];
  /** The type of page that the filter saw; undefined when the filter did not run. */
  pageType: PageType | undefined;
  /** The blocks of the page, for those after it; undefined when it is taken by itself. */
  blocks: BlockKeys | undefined;
}

/** Takes something out of a page by marking it; never changes the tree. */
export type Transform = (state: TransformState, options: TransformOptions) => void;
