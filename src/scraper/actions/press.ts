import { parseKeys } from '../../browser/input/parse-keys.ts';
import { pressKeys } from '../../browser/input/press-keys.ts';
import type { ActionRunner } from './action.ts';
import { followUp } from './follow-up.ts';

export const press: ActionRunner<'press'> = async (run, { key }) => {
  const chord = parseKeys(key);
  await followUp(run, () => pressKeys(run.live.session, chord, run.call));
};
