import { needs, type OptionThatNeeds } from '../../contract/needs.ts';
import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';

/** Which option needs the browser, as its user would name it; undefined when none does. */
export function whyBrowser(options: ScrapeOptions): OptionThatNeeds<'browser'> | undefined {
  if (options.actions.length > 0) return 'actions';
  if (options.waitFor > 0) return 'waitFor';
  if (options.profile !== undefined) return 'profile';
  return options.formats.map(({ type }) => `formats: ${type}`).find((name) => needs(name, 'browser'));
}
