import type { ScrapeOptions } from '../../../contract/options/scrape-options.ts';
import { formats } from '../index.ts';

/** Whether a language model, where there is one, has something to do for a request. */
export function needsModel(options: Pick<ScrapeOptions, 'formats' | 'onlyCleanContent'>): boolean {
  return isCleaned(options) || options.formats.some(({ type }) => formats[type].isByModel);
}

/** Whether a language model has Markdown to clean. */
export function isCleaned({
  formats: wanted,
  onlyCleanContent,
}: Pick<ScrapeOptions, 'formats' | 'onlyCleanContent'>): boolean {
  return onlyCleanContent && wanted.some(({ type }) => type === 'markdown');
}
