import { scrollPage } from '../../browser/input/scroll-page.ts';
import type { ActionRunner } from './action.ts';
import { followUp } from './follow-up.ts';

export const scroll: ActionRunner<'scroll'> = (run, { direction, selector }) =>
  followUp(run, async () => {
    run.note({ ...(await scrollPage(run.live, { direction, selector }, run.call)) });
  });
