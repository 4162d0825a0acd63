import { actionWaitMs, type Action } from './actions.ts';
import type { RequestedFormat } from './formats.ts';

/** Most that waitFor and all waits among the actions may add up to, ms. */
const MAX_WAITS_MS = 60_000;

/** The options that the rules between options read. `timeout` is absent when the caller gave none. */
export interface RuledOptions {
  formats: RequestedFormat[];
  onlyCleanContent: boolean;
  waitFor: number;
  timeout?: number | undefined;
  actions: Action[];
  lockdown: boolean;
  zeroDataRetention: boolean;
}

export interface OptionProblem {
  path: string[];
  message: string;
}

/** Which rules between scrape options are broken (wire contract 4). Rules for one value alone are in its schema. */
export function scrapeOptionProblems(options: RuledOptions): OptionProblem[] {
  const problems: OptionProblem[] = [];
  const raise = (path: string, message: string) => problems.push({ path: [path], message });
  checkFormats(options.formats, raise);
  checkWaits(options, raise);
  if (options.onlyCleanContent && (options.zeroDataRetention || options.lockdown)) {
    raise('onlyCleanContent', 'cannot be used with zero data retention, which lockdown implies');
  }
  return problems;
}

type Raise = (path: string, message: string) => void;

function checkFormats(formats: RequestedFormat[], raise: Raise): void {
  let screenshots = 0;
  let hasMarkdown = false;
  let hasChangeTracking = false;
  for (const { type } of formats) {
    if (type === 'screenshot') screenshots++;
    else if (type === 'markdown') hasMarkdown = true;
    else if (type === 'changeTracking') hasChangeTracking = true;
  }
  if (screenshots > 1) raise('formats', 'must have at most one screenshot');
  if (hasChangeTracking && !hasMarkdown)
    raise('formats', 'must include markdown when it includes changeTracking');
}

function checkWaits({ waitFor, timeout, actions }: RuledOptions, raise: Raise): void {
  if (timeout !== undefined && waitFor > timeout / 2) {
    raise('waitFor', `must be at most half of timeout (${timeout / 2} ms), not ${waitFor}`);
  }
  const total = actions.reduce((sum, step) => sum + actionWaitMs(step), waitFor);
  if (total > MAX_WAITS_MS) {
    raise('actions', `must not wait more than ${MAX_WAITS_MS} ms in all, waitFor included, not ${total} ms`);
  }
}
