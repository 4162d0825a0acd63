import { PageProblem } from '../../browser/page-problem.ts';
import type { ActionResults } from './action.ts';

/** Keeps what actions bring within what may be held for one page. */
export interface ResultMeter {
  /** To be called after each action; a `PageProblem` when all results together are too large. */
  check(): void;
}

/** Counts each result once; a character as a byte. */
export function createResultMeter(results: Readonly<ActionResults>, maxBytes: number): ResultMeter {
  const counted = { screenshots: 0, scrapes: 0, javascriptReturns: 0, pdfs: 0 };
  let bytes = 0;

  function count<K extends keyof typeof counted>(
    kind: K,
    sizeOf: (result: ActionResults[K][number]) => number,
  ): void {
    const list: ReadonlyArray<ActionResults[K][number]> = results[kind];
    for (const result of list.slice(counted[kind])) bytes += sizeOf(result);
    counted[kind] = list.length;
  }

  return {
    check() {
      count('screenshots', (file) => file.bytes.length);
      count('pdfs', (file) => file.bytes.length);
      count('scrapes', ({ html }) => html.length);
      count('javascriptReturns', ({ value }) => JSON.stringify(value)?.length ?? 0);
      if (bytes <= maxBytes) return;
      throw new PageProblem(
        `what the actions have brought so far is larger than ${Math.floor(maxBytes / 2 ** 20)} MB`,
      );
    },
  };
}
