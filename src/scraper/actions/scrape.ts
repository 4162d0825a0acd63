import { capture } from '../../browser/page/capture.ts';
import { withoutMarks } from '../../html/marks.ts';
import type { ActionRunner } from './action.ts';

export const scrape: ActionRunner<'scrape'> = async ({ live, call, results }) => {
  const { html, raw, url } = await capture(live, call);
  results.scrapes.push({ url, html: raw ?? withoutMarks(html) });
};
