import { clickElement, keepMatches, type Clicked } from '../../browser/input/click-element.ts';
import { PageProblem } from '../../browser/page-problem.ts';
import { patienceOf, type ActionRun, type ActionRunner } from './action.ts';
import { followUp, type Acted } from './follow-up.ts';

/** How long an element may take until it can be clicked; each of many on a page that was waited for already. */
const MAX_MS = 5_000;
const MAX_EACH_MS = 1_000;

export const click: ActionRunner<'click'> = async (run, { selector, all }) => {
  await followUp(run, async (watch) =>
    all
      ? clickAll(run, selector, watch)
      : clickElement(run.live, { selector, maxMs: patienceOf(run, MAX_MS) }, run.call),
  );
};

/** Clicks all that match now, in the order of the page; those that cannot be clicked are passed over when others can. */
async function clickAll(run: ActionRun, selector: string, watch: { hasLeft(): boolean }): Promise<Acted> {
  const { live, call } = run;
  const matches = await keepMatches(live, selector, call);
  const counts = { clicked: 0, passed: 0 };
  let last: Clicked = { href: '' };
  let problem: PageProblem | undefined;
  for (let nth = 0; nth < matches && !watch.hasLeft(); nth += 1) {
    try {
      last = await clickElement(live, { selector, nth, maxMs: MAX_EACH_MS }, call);
      counts.clicked += 1;
    } catch (error) {
      if (!(error instanceof PageProblem)) throw error;
      problem ??= error;
      counts.passed += 1;
    }
  }
  run.note({ matches, ...counts });
  if (counts.clicked === 0 && problem) {
    throw new PageProblem(`none of ${matches} matches could be clicked: ${problem.message}`);
  }
  return last;
}
