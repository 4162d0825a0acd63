import { markPage } from '../../html/outline/mark-page.ts';
import { outlinePage, type OutlineGrounds, type PageOutline } from '../../html/outline/outline-page.ts';
import type { PreparedPage } from '../formats/prepared-page.ts';
import { TAGS_RULE } from '../transforms/include-tags.ts';
import { selectWithFrames } from '../transforms/select-with-frames.ts';
import type { TransformOptions } from '../transforms/transform.ts';

/** The parts of a page as its conversion saw them, with the page itself where it is to be shown. */
export interface ConvertedOutline extends PageOutline {
  /** The page with its removed blocks shaded; nothing in it runs or loads. */
  marked: string | undefined;
}

/** Lists what the transforms took out of a page and what they left. */
export function outlineConverted(
  { tree, removed, explainRemovals }: Pick<PreparedPage, 'tree' | 'removed' | 'explainRemovals'>,
  options: TransformOptions,
  { hasMarked }: { hasMarked: boolean },
): ConvertedOutline {
  const excluded = new Map<number, string>();
  for (const selector of options.excludeTags)
    for (const node of selectWithFrames(tree, selector)) excluded.set(node, selector);
  const grounds: OutlineGrounds = {
    removed,
    traces: explainRemovals(),
    callersRule: TAGS_RULE,
    callersGround(node) {
      const selector = excluded.get(node);
      return selector === undefined
        ? { rule: 'includeTags', evidence: 'no selector of includeTags matches it' }
        : { rule: 'excludeTags', evidence: selector };
    },
  };
  return { ...outlinePage(tree, grounds), marked: hasMarked ? markPage(tree, grounds) : undefined };
}
