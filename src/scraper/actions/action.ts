import type { ActionName, ActionOf } from '../../contract/options/actions.ts';
import type { CallOptions } from '../../browser/cdp/pending-calls.ts';
import type { LivePage } from '../../browser/page/live-page.ts';
import type { Settled, SettleOptions } from '../../browser/page/settle.ts';
import type { Deadline } from '../../lib/time/deadline.ts';
import type { Artefact } from '../artefact.ts';

/** The results of actions, each kind in the order of its actions. */
export interface ActionResults {
  screenshots: Artefact[];
  scrapes: Array<{ url: string; html: string }>;
  /** `type` is JavaScript's `typeof`; a value that JSON has no form for is null or a text. */
  javascriptReturns: Array<{ type: string; value: unknown }>;
  pdfs: Artefact[];
  /** For the caller, such as a screenshot that had to be cut. */
  warnings: string[];
}

/** The means of an action: the live page, the place for results, the deadline. */
export interface ActionRun {
  readonly live: LivePage;
  readonly deadline: Deadline;
  /** For calls of the browser: they end with the scrape. */
  readonly call: CallOptions;
  readonly results: ActionResults;
  /** Waits until a page that was gone to has come to rest. */
  settle(live: LivePage, options: SettleOptions): Promise<Settled>;
  /** Adds to the action's step of the trace. */
  note(details: Record<string, unknown>): void;
}

/** Time kept back at the end of the scrape, so that a failing action can still tell what the page showed instead. */
const LAST_WORDS_MS = 500;

/** How long an action may wait for something on the page, at most `maxMs`. */
export function patienceOf({ deadline }: Pick<ActionRun, 'deadline'>, maxMs: number): number {
  return Math.max(0, Math.min(maxMs, deadline.remainingMs - LAST_WORDS_MS));
}

/** Does one action on the page; throws a `PageProblem` that says what was seen instead. */
export type ActionRunner<Name extends ActionName> = (run: ActionRun, action: ActionOf<Name>) => Promise<void>;
