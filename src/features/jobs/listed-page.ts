import type { ListedPageState, SkipReason } from '../../contract/listed-page.ts';
import { PAGE_STATE } from '../../jobs/model/page-state.ts';

/** The error code of the home page of another site, which is reported and not followed: nobody tried it. */
export const EXTERNAL_LINK = 'EXTERNAL_LINK';

/** How a page ended, as its row has it. */
export interface PageEndRow {
  state: number;
  code: string | null;
  reason: string | null;
}

/** Gives the state of a page as lists show it. */
export function shownState({ state, code }: PageEndRow): ListedPageState {
  if (state === PAGE_STATE.done) return 'done';
  if (state === PAGE_STATE.dropped || code === EXTERNAL_LINK) return 'skipped';
  return state === PAGE_STATE.failed ? 'failed' : 'waiting';
}

const REASONS: ReadonlySet<string | null> = new Set<SkipReason>(['robots', 'out of scope', 'duplicate']);

/** Gives the reason why a page was left out; undefined when it was not. */
export function skipReasonOf(row: PageEndRow): SkipReason | undefined {
  if (shownState(row) !== 'skipped') return undefined;
  if (row.code === EXTERNAL_LINK) return 'external';
  return REASONS.has(row.reason) ? (row.reason as SkipReason) : 'duplicate';
}
