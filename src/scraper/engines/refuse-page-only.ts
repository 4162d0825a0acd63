import type { ScrapeOptions } from '../../contract/options/scrape-options.ts';
import { ServiceError } from '../../lib/service-error.ts';
import { formats } from '../formats/index.ts';

/** The parts of a request that files and plain text cannot have. */
type PageOnly = Pick<ScrapeOptions, 'actions' | 'formats'>;

/** Tells whether a request asks for something that only a page in a browser gives. */
export function asksForPage({ actions, formats: requested }: PageOnly): boolean {
  return actions.length > 0 || requested.some(({ type }) => formats[type].needs === 'browser');
}

/**
 * Throws for a request that asks for parts of a page where there is none: SCRAPE_ACTIONS_NOT_SUPPORTED for actions, else
 * the code of the first such format. `reason` says what there is instead.
 */
export function refusePageOnly({ actions, formats: requested }: PageOnly, reason: string): void {
  if (actions.length > 0) {
    throw new ServiceError('SCRAPE_ACTIONS_NOT_SUPPORTED', {
      message: `Actions cannot run here: ${reason}, which can be scraped without them`,
    });
  }
  const refused = requested.map(({ type }) => type).filter((type) => formats[type].needs === 'browser');
  const isAll = refused.length === requested.length;
  const rest = isAll ? '' : `, which can be scraped without ${refused.join(' and ')}`;
  for (const type of refused) {
    const format = formats[type];
    if (format.needs !== 'browser') continue;
    throw new ServiceError(format.refusal, { message: `No ${type} can be had here: ${reason}${rest}` });
  }
}
