import type { ValidationIssue } from '../contract/errors.ts';
import type { RequestedFormatOf } from '../contract/formats.ts';
import { pathText } from '../contract/issue-message.ts';
import type { ScrapeOptions } from '../contract/scrape-options.ts';
import { ServiceError } from '../lib/service-error.ts';
import { compileSelector } from '../html/select.ts';
import { formats } from './formats/index.ts';

const MISSING_PARTS = {
  browser: 'it needs the browser, which this version does not have yet',
  model: 'it needs a language model, which this version cannot use yet',
  media: 'it needs media extraction, which this version does not have yet',
} as const;

/** Of one request, wherever they stand. */
const MAX_SELECTORS = 1_000;

/**
 * Refuses what this version cannot do, before anything is fetched: FEATURE_NOT_AVAILABLE naming the option.
 * Default values are never refused. Selectors that do not parse are a BAD_REQUEST,
 * change tracking without data retention is a SCRAPE_ZDR_VIOLATION_ERROR. `at` is where the options stand in the request.
 */
export function checkAvailability(options: ScrapeOptions, at: readonly string[] = []): void {
  for (const format of options.formats) {
    const { needs, write } = formats[format.type];
    if (!write && needs !== 'history') refuse(`formats: ${format.type}`, MISSING_PARTS[needs]);
    if (format.type === 'changeTracking') checkChangeTracking(format, options);
  }
  if (options.waitFor > 0) refuse('waitFor', MISSING_PARTS.browser);
  if (options.actions && options.actions.length > 0) refuse('actions', MISSING_PARTS.browser);
  if (options.profile !== undefined) refuse('profile', MISSING_PARTS.browser);
  if (options.onlyCleanContent) refuse('onlyCleanContent', MISSING_PARTS.model);
  if (options.proxy === 'enhanced')
    refuse('proxy: enhanced', 'this version has no proxies yet; use basic or auto');
  checkSelectors(options, at);
}

function checkSelectors(options: ScrapeOptions, at: readonly string[]): void {
  const selectors = [
    ...options.includeTags.map((text, index) => ({ text, path: ['includeTags', index] })),
    ...options.excludeTags.map((text, index) => ({ text, path: ['excludeTags', index] })),
    ...attributeSelectors(options),
  ];
  if (selectors.length > MAX_SELECTORS) {
    throw new ServiceError('BAD_REQUEST', {
      message: `includeTags, excludeTags and attributes have ${selectors.length} selectors together; at most ${MAX_SELECTORS} are allowed`,
    });
  }
  for (const { text, path } of selectors) checkSelector({ text, path: [...at, ...path] });
}

interface PlacedSelector {
  text: string;
  /** In the request. */
  path: Array<string | number>;
}

/** Says where the one stands that does not parse. */
function checkSelector({ text, path }: PlacedSelector): void {
  try {
    compileSelector(text);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = `${pathText(path, '')}: ${error.message}`;
    throw new ServiceError('BAD_REQUEST', {
      message,
      details: [{ path, code: 'custom', message }] satisfies ValidationIssue[],
    });
  }
}

function checkChangeTracking(
  { modes }: RequestedFormatOf<'changeTracking'>,
  { zeroDataRetention }: ScrapeOptions,
): void {
  if (modes.includes('json')) refuse('formats: changeTracking with mode json', MISSING_PARTS.model);
  if (zeroDataRetention) {
    throw new ServiceError('SCRAPE_ZDR_VIOLATION_ERROR', {
      message:
        'formats: changeTracking cannot be used with zero data retention: it keeps the page to compare it',
      details: { option: 'formats: changeTracking' },
    });
  }
}

function refuse(option: string, reason: string): never {
  throw new ServiceError('FEATURE_NOT_AVAILABLE', {
    message: `${option} is not available on this server: ${reason}`,
    details: { option },
  });
}

/** `formats` has each format once, so an entry may stand elsewhere than in the request. */
function attributeSelectors(options: ScrapeOptions): PlacedSelector[] {
  return options.formats.flatMap((format) =>
    format.type === 'attributes'
      ? format.selectors.map(({ selector: text }, index) => ({
          text,
          path: ['formats', 'attributes', 'selectors', index],
        }))
      : [],
  );
}
