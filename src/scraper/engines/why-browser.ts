import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { formats } from '../formats/index.ts';

/** Which option needs the browser, as its user would name it; undefined when none does. */
export function whyBrowser(options: ScrapeOptions): string | undefined {
  if (options.actions.length > 0) return 'actions';
  if (options.waitFor > 0) return 'waitFor';
  if (options.profile !== undefined) return 'profile';
  const format = options.formats.find(({ type }) => formats[type].needs === 'browser');
  return format && `formats: ${format.type}`;
}
