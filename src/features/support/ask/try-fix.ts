import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../../../accounts/caller.ts';
import type { Slots } from '../../../accounts/slots.ts';
import { scrapeRequest } from '../../../contract/requests/scrape.ts';
import { Deadline } from '../../../lib/time/deadline.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import { toTarget } from '../../../lib/addresses/url.ts';
import { parseWith } from '../../../lib/validate.ts';
import type { CheckAvailability } from '../../../scraper/check-availability.ts';
import type { ScrapePage } from '../../../scraper/scrape-page.ts';
import { createTrace } from '../../../scraper/trace.ts';
import type { Diagnosis, SupportCase } from './support-case.ts';

const TEST_MS = 20_000;
const SLOT_MS = 5_000;
/** Less text is no page. */
const LEAST_CHARACTERS = 50;
/** Options of the failed scrape that its test has too: no headers, actions or profile, which act or tell who asks. */
const KEPT = [
  'onlyMainContent',
  'includeTags',
  'excludeTags',
  'mobile',
  'location',
  'proxy',
  'waitFor',
  'skipTlsVerification',
];

export interface Validation {
  tested: boolean;
  result: 'success' | 'failure' | 'skipped';
  evidence: string;
}

export interface TryFixParts {
  scrapePage: ScrapePage;
  slots: Slots;
  checkAvailability: CheckAvailability;
  /** Host names without a dot that the operator allowed. */
  isHostAllowed: (hostname: string) => boolean;
}

/** Scrapes the page of a case once with the fix, for no credits, and says what came of it. */
export function createTryFix({ scrapePage, slots, checkAvailability, isHostAllowed }: TryFixParts) {
  async function scrape(
    caller: Caller,
    url: URL,
    { options, deadline }: { options: Record<string, unknown>; deadline: Deadline },
  ): Promise<Validation> {
    const parsed = parseWith(scrapeRequest, {
      url: url.href,
      ...options,
      formats: ['markdown'],
      maxAge: 0,
      storeInCache: false,
      timeout: TEST_MS,
    });
    await checkAvailability(parsed);
    using slot = await slots.acquire(caller.team, SLOT_MS, deadline.signal);
    void slot;
    const id = uuidv7();
    const { document } = await scrapePage({
      id,
      teamId: caller.team.id,
      url,
      sourceUrl: url.href,
      options: parsed,
      deadline,
      trace: createTrace(),
    });
    const status = document.metadata.statusCode ?? 200;
    const { length } = String(document.markdown ?? '').trim();
    const isGood = status < 400 && length >= LEAST_CHARACTERS;
    return {
      tested: true,
      result: isGood ? 'success' : 'failure',
      evidence: `A scrape with it was answered with status ${status} and ${length} characters of Markdown.`,
    };
  }

  return async function tryFix(
    caller: Caller,
    one: SupportCase,
    diagnosis: Diagnosis,
    within: AbortSignal,
  ): Promise<Validation> {
    const target = one.example ?? one.target;
    if (target === null) return skipped('Nothing is kept of the page, so there is no address to try.');
    if (!diagnosis.canBeTested) return skipped('A scrape of the page would not show whether this helps.');
    const { scrapeOptions = diagnosis.fixParameters ?? {} } = diagnosis.fixParameters ?? {};
    using deadline = new Deadline(TEST_MS, within);
    try {
      const options = { ...keptOf(one), ...(scrapeOptions as Record<string, unknown>) };
      return await scrape(caller, toTarget(target, { isHostAllowed }), { options, deadline });
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return failureOf(error);
    }
  };
}

export type TryFix = ReturnType<typeof createTryFix>;

function failureOf({ code, message }: ServiceError): Validation {
  const isOurs = ['CONCURRENCY_QUEUE_TIMEOUT', 'CONCURRENCY_LIMITED', 'FEATURE_NOT_AVAILABLE'].includes(code);
  if (isOurs) return skipped(`The test could not be made: ${message}.`);
  return { tested: true, result: 'failure', evidence: `A scrape with it failed with ${code}: ${message}.` };
}

function skipped(evidence: string): Validation {
  return { tested: false, result: 'skipped', evidence };
}

function keptOf({ kind, options }: SupportCase): Record<string, unknown> {
  const given = (kind === 'scrape' ? options : (options['scrapeOptions'] ?? {})) as Record<string, unknown>;
  const entries = KEPT.map((name) => [name, given[name]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
}
