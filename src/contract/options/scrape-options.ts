import type { z } from 'zod';
import { distinctFormats } from './formats.ts';
import { scrapeOptionProblems } from './scrape-option-rules.ts';
import { DEFAULT_MAX_AGE_MS, DEFAULT_TIMEOUT_MS, type WireScrapeOptions } from './scrape-options-shape.ts';
import {
  ignoredOptionsThatMatter,
  withoutToleratedOptions,
  type ToleratedOption,
} from './tolerated-options.ts';

/** `maxAge` of a lockdown request that gives none: two years. */
export const LOCKDOWN_MAX_AGE_MS = 2 * 365 * 24 * 60 * 60 * 1000;
/** `maxAge` of a request with `minAge` that gives none: any age. Infinity would not survive JSON. */
export const ANY_AGE_MS = Number.MAX_SAFE_INTEGER;

type Settled = 'timeout' | 'maxAge';

/** Scrape options as the service works with them: valid, aliases resolved, every default filled in. */
export type ScrapeOptions = Omit<WireScrapeOptions, ToleratedOption | Settled> & {
  timeout: number;
  maxAge: number;
  /** Which of the options whose default depends on others the caller wrote. */
  given: Record<Settled, boolean>;
  /** Sentences for the document's `warning`: what the request asks for and does not get. */
  warnings: string[];
};

/** Ends the parsing of an object built on `scrapeOptionsShape`; members beyond the shape pass through. */
export function settleScrapeOptions<Wire extends WireScrapeOptions>(
  wire: Wire,
  context: z.core.$RefinementCtx,
): Omit<Wire, keyof WireScrapeOptions> & ScrapeOptions {
  for (const { path, message } of scrapeOptionProblems(wire)) {
    context.addIssue({ code: 'custom', path, message, input: wire });
  }
  const warnings: string[] = [];
  for (const name of ignoredOptionsThatMatter(wire)) {
    warnings.push(`${name} is not supported and was ignored.`);
  }
  return {
    ...withoutToleratedOptions(wire),
    formats: distinctFormats(wire.formats, warnings),
    timeout: wire.timeout ?? DEFAULT_TIMEOUT_MS,
    maxAge: wire.maxAge ?? defaultMaxAgeMs(wire),
    storeInCache: wire.storeInCache && mayBeCached(wire),
    given: { timeout: wire.timeout !== undefined, maxAge: wire.maxAge !== undefined },
    warnings,
  } as Omit<Wire, keyof WireScrapeOptions> & ScrapeOptions;
}

function defaultMaxAgeMs({ minAge, lockdown }: WireScrapeOptions): number {
  if (minAge !== undefined) return ANY_AGE_MS;
  return lockdown ? LOCKDOWN_MAX_AGE_MS : DEFAULT_MAX_AGE_MS;
}

/** Pages fetched with something personal are not shared, whatever the caller asked (specification, storeInCache). */
function mayBeCached(wire: WireScrapeOptions): boolean {
  const isPersonal =
    wire.profile !== undefined || wire.actions.length > 0 || Object.keys(wire.headers).length > 0;
  return !isPersonal && !wire.zeroDataRetention;
}
