import { takeScreenshot } from '../../browser/take-screenshot.ts';
import type { ActionRunner } from './action.ts';

export const screenshot: ActionRunner<'screenshot'> = async (
  { live, call, results, note },
  { fullPage, quality, viewport },
) => {
  const { note: warning, ...picture } = await takeScreenshot(live, { fullPage, quality, viewport }, call);
  results.screenshots.push(picture);
  note({ bytes: picture.bytes.length });
  if (warning !== undefined) results.warnings.push(warning);
};
