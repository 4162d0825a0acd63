import { typeText } from '../../browser/input/type-text.ts';
import type { ActionRunner } from './action.ts';
import { followUp } from './follow-up.ts';

export const write: ActionRunner<'write'> = (run, { text }) =>
  followUp(run, () => typeText(run.live, text, run.call));
