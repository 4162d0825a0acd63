import { view, type Shown } from '../view.ts';
import type { PageState } from './page-tree.ts';

const SIGNS: Readonly<Record<PageState, string>> = { done: '✓', failed: '✗', waiting: '…', skipped: '–' };

/** The state of a page as a sign that needs no colour; rows say it in words besides. */
export function mark(state: PageState): Shown {
  return view`<span class=${`page-sign ${state}`} aria-hidden="true">${SIGNS[state]}</span>`;
}
