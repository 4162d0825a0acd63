import type { ValidationIssue } from '../contract/errors.ts';
import type { RequestedFormatOf } from '../contract/options/formats.ts';
import { pathText } from '../contract/issue-message.ts';
import type { ScrapeOptions } from '../contract/options/scrape-options.ts';
import { missingModel } from '../lib/missing-model.ts';
import { ServiceError } from '../lib/service-error.ts';
import { compileSelector } from '../html/select.ts';
import { whyBrowser } from './engines/why-browser.ts';
import { checkSchema } from '../json-schema/check-schema.ts';
import { formats } from './formats/index.ts';

/** The most selectors of one request, in all of its options together. */
const MAX_SELECTORS = 1_000;

/**
 * Refuses what cannot be done here, before anything is fetched: FEATURE_NOT_AVAILABLE naming the option. Default values
 * are never refused. Selectors that do not parse are a BAD_REQUEST, change tracking without data retention and a profile
 * that would be saved without are a SCRAPE_ZDR_VIOLATION_ERROR. `at` is where the options stand in the request.
 */
export type CheckAvailability = (options: ScrapeOptions, at?: readonly string[]) => Promise<void>;

export interface AvailabilityParts {
  /** One sentence with the variable to set when no browser can be had; asked for only when one is needed. */
  browserProblem(): Promise<string | undefined>;
  /** A language model is configured. */
  hasModel?: boolean;
}

/**
 * Makes the check whether this server can do what options ask for. The check rejects with FEATURE_NOT_AVAILABLE,
 * BAD_REQUEST or SCRAPE_ZDR_VIOLATION_ERROR.
 */
export function createCheckAvailability({
  browserProblem,
  hasModel = false,
}: AvailabilityParts): CheckAvailability {
  return async function checkAvailability(options, at = []) {
    for (const format of options.formats) {
      if (formats[format.type].needs === 'media' && options.zeroDataRetention) refuseKept(format.type);
      if (format.type === 'changeTracking') checkChangeTracking(format, options, { at, hasModel });
      if (format.type === 'json') checkJson(format, at, hasModel);
    }
    checkProfile(options, at);
    if (options.onlyCleanContent && !hasModel) throw missingModel('onlyCleanContent');
    checkSelectors(options, at);
    const reason = whyBrowser(options);
    // A stored copy needs none.
    if (reason === undefined || options.lockdown || options.minAge !== undefined) return;
    const problem = await browserProblem();
    if (problem !== undefined) {
      throw new ServiceError('FEATURE_NOT_AVAILABLE', {
        message: `${reason} needs a browser: ${problem}`,
        details: {
          option: reason,
          variable: /DECANT_BROWSER_\w+/.exec(problem)?.[0] ?? 'DECANT_BROWSER_PATH',
        },
      });
    }
  };
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
  /** The place of the selector in the request. */
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
  { modes, schema }: RequestedFormatOf<'changeTracking'>,
  { zeroDataRetention }: ScrapeOptions,
  { at, hasModel }: { at: readonly string[]; hasModel: boolean },
): void {
  if (modes.includes('json') && !hasModel) throw missingModel('formats: changeTracking with mode json');
  if (schema !== undefined) checkSchema(schema, { path: [...at, 'formats', 'changeTracking', 'schema'] });
  if (zeroDataRetention) {
    throw new ServiceError('SCRAPE_ZDR_VIOLATION_ERROR', {
      message:
        'formats: changeTracking cannot be used with zero data retention: it keeps the page to compare it',
      details: { option: 'formats: changeTracking' },
    });
  }
}

/** A schema that is wrong is told before anything is fetched; without one only a language model could answer. */
function checkJson({ schema }: RequestedFormatOf<'json'>, at: readonly string[], hasModel: boolean): void {
  if (schema === undefined && !hasModel) throw missingModel('formats: json without schema');
  if (schema !== undefined) checkSchema(schema, { path: [...at, 'formats', 'json', 'schema'] });
}

function checkProfile({ profile, zeroDataRetention }: ScrapeOptions, at: readonly string[]): void {
  if (profile === undefined) return;
  // Some of these characters are refused by the database, or steer a terminal.
  if (!/^[^\p{Cc}\p{Cs}]*$/u.test(profile.name)) {
    const path = [...at, 'profile', 'name'];
    const message = `${pathText(path, '')} must not contain control characters`;
    throw new ServiceError('BAD_REQUEST', {
      message,
      details: [{ path, code: 'custom', message }] satisfies ValidationIssue[],
    });
  }
  if (zeroDataRetention && profile.saveChanges) {
    throw new ServiceError('SCRAPE_ZDR_VIOLATION_ERROR', {
      message:
        'profile cannot be saved with zero data retention: it keeps what sites store; saveChanges: false only reads it',
      details: { option: 'profile' },
    });
  }
}

/** Refuses a format that is a file: files are stored and linked to, since they are too large for the answer. */
function refuseKept(format: string): never {
  throw new ServiceError('SCRAPE_ZDR_VIOLATION_ERROR', {
    message: `formats: ${format} cannot be used with zero data retention: it is a file that is kept for a link to it`,
    details: { option: `formats: ${format}` },
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
