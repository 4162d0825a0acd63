import type { Tree } from '../tree.ts';
import type { MainHeading } from './main-heading.ts';
import { remeasure, type PageMeasures } from './measure/page-measures.ts';
import type { Removals } from './removals.ts';

/** A page while it is being reduced to its main content. */
export interface Draft {
  readonly tree: Tree;
  /** The measures of every subtree, as of the last `remeasureDraft`. */
  readonly measures: PageMeasures;
  readonly removals: Removals;
  readonly title: MainHeading;
}

/** Brings the measures up to date with the removals, when there were any. */
export function remeasureDraft({ tree, measures, removals }: Draft): void {
  if (removals.takeChanged()) remeasure(tree, removals.mask, measures);
}
