import type { ScrapeOptions } from '../../../contract/options/scrape-options.ts';
import { formats } from '../index.ts';

/** Whether a language model, where there is one, has something to do for a request. */
export function needsModel(options: Pick<ScrapeOptions, 'formats'>): boolean {
  return options.formats.some(({ type }) => formats[type].isByModel);
}
