import { findPassages } from '../../src/extract/passages/find-passages.ts';
import type { Passage } from '../../src/extract/passages/passage.ts';
import { openSource } from '../../src/html/decode.ts';
import { findMainContent } from '../../src/html/main-content/find-main-content.ts';
import { parseHtml } from '../../src/html/parse.ts';
import type { RemovalMask, Tree } from '../../src/html/tree.ts';

/** A page as a scrape has it when its formats are written, and its passages. */
export interface ConvertedBenchPage {
  readonly tree: Tree;
  readonly removed: RemovalMask;
  readonly shown: Uint8Array | undefined;
  readonly passages: readonly Passage[];
}

/** Reads a page as a scrape with main content alone does. */
export function convertBenchPage(bytes: Uint8Array): ConvertedBenchPage {
  const tree = parseHtml(openSource(bytes));
  const { removed, shown } = findMainContent(tree);
  return { tree, removed, shown, passages: findPassages(tree, { removed, shown }) };
}
