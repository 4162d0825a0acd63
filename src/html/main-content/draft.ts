import type { Tree } from '../tree.ts';
import type { MainHeading } from './main-heading.ts';
import type { PageMeasures } from './page-measures.ts';
import type { Removals } from './removals.ts';

/** A page while it is being reduced to its main content. */
export interface Draft {
  readonly tree: Tree;
  /** What every subtree holds, as of the last `remeasure`. */
  readonly measures: PageMeasures;
  readonly removals: Removals;
  readonly title: MainHeading;
}
