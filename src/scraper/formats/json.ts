import { fillJson } from './extracts/fill-json.ts';
import type { HtmlFormat } from './format.ts';

export const json: HtmlFormat<'json'> = {
  needs: 'html',
  isOfFile: true,
  credits: 4,
  isByModel: true,
  write: (page, options) => ({ json: fillJson(page, options) }),
};
