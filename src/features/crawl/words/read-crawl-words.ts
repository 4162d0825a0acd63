import { Deadline } from '../../../lib/time/deadline.ts';
import type { Clock } from '../../../lib/time/clock.ts';
import type { Log } from '../../../lib/log/log.ts';
import { ServiceError } from '../../../lib/service-error.ts';
import type { PatternThread } from '../../../frontier/patterns/pattern-thread.ts';
import type { AskForJson } from '../../../models/ask-for-json.ts';
import { ModelFailure } from '../../../models/model-failure.ts';
import type { ReadWords, SitePaths, WordedOptions } from './crawl-words.ts';
import { readByModel } from './read-by-model.ts';
import { readByRules } from './read-by-rules.ts';
import { tryPatterns, type TriedWords } from './try-patterns.ts';

/** The time for an answer of the model, and for the trial of patterns, ms. */
const MODEL_MS = 30_000;
const TRIAL_MS = 10_000;
/** A warning names so many phrases and addresses. */
const MOST_NAMED = 8;

export type ListSitePaths = (start: URL, options: ListPathsOptions) => Promise<SitePaths>;

export interface ListPathsOptions {
  /** Undefined: nothing is read from the team's copies, and nothing kept. */
  teamId: string | undefined;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal | undefined;
}

export interface CrawlWordsParts {
  listSitePaths: ListSitePaths;
  /** Undefined: no language model is configured. */
  model: { askForJson: AskForJson } | undefined;
  patterns: PatternThread;
  clock: Clock;
  log: Log;
}

export interface WordedCrawl {
  prompt: string;
  start: URL;
  teamId: string;
  /** Options that the caller has given beside the prompt: they win. */
  given: Readonly<Record<string, unknown>>;
  headers: Readonly<Record<string, string>>;
  /** Nothing is taken from the team's copies, and nothing is fetched for lockdown. */
  isSecret: boolean;
  isLocked: boolean;
  signal?: AbortSignal | undefined;
}

/** The options that a prompt comes to, without those that the caller has given, and a warning. */
export interface CrawlWords {
  options: WordedOptions;
  warning: string | undefined;
}

/** Turns words into options of a crawl; BAD_REQUEST when nothing is understood, or nothing of the site is meant. */
export type ReadCrawlWords = (crawl: WordedCrawl) => Promise<CrawlWords>;

export function createReadCrawlWords(parts: CrawlWordsParts): ReadCrawlWords {
  const { listSitePaths, model, patterns, clock, log } = parts;

  async function read(crawl: WordedCrawl, site: SitePaths): Promise<ReadWords> {
    const { prompt, start, teamId, signal } = crawl;
    const byRules = (): ReadWords => readByRules(prompt, site, new Date(clock.now()));
    if (model === undefined) return byRules();
    using deadline = new Deadline(MODEL_MS, signal);
    try {
      return await readByModel(prompt, { start, site }, { ...model, deadline, teamId });
    } catch (error) {
      if (!(error instanceof ModelFailure)) throw error;
      log.warn('the language model did not read the words of a crawl', { kind: error.kind });
      const ruled = byRules();
      return { ...ruled, warnings: [`${error.message}: the prompt was read by rules.`, ...ruled.warnings] };
    }
  }

  return async function readCrawlWords(crawl) {
    const { start, teamId, given, headers, isSecret, isLocked, signal } = crawl;
    const site = isLocked
      ? { listed: [], linked: [], problem: 'Under lockdown no address of the site is looked up' }
      : await listSitePaths(start, { teamId: isSecret ? undefined : teamId, headers, signal });
    const words = await read(crawl, site);
    using deadline = new Deadline(TRIAL_MS, signal);
    const tried = await tryPatterns(words.options, {
      start,
      site,
      given,
      thread: patterns,
      teamId,
      signal: deadline.signal,
    });
    const meant = withoutGiven(tried.options, given);
    checkMeaning(words, { tried, given, site, hasModel: model !== undefined });
    return { options: meant, warning: warningOf(words, tried) };
  };
}

function withoutGiven(options: WordedOptions, given: Readonly<Record<string, unknown>>): WordedOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => given[name] === undefined));
}

interface Meaning {
  tried: TriedWords;
  given: Readonly<Record<string, unknown>>;
  site: SitePaths;
  hasModel: boolean;
}

function checkMeaning(words: ReadWords, { tried, given, site, hasModel }: Meaning): void {
  const { missed, options } = tried;
  const said = Object.keys(words.options).length;
  if (said === 0) {
    const advice = hasModel
      ? ''
      : ' Without a language model (DECANT_LLM_BASE_URL, DECANT_LLM_MODEL) it is read by rules, which know sections and paths of the site, numbers of pages and levels, years, languages, sitemaps, subdomains and delays.';
    throw unclear(`The prompt could not be turned into options of a crawl.${advice}`);
  }
  // Without its patterns the crawl would take the whole site instead of a part of it.
  if (missed.length > 0 && options.includePaths === undefined && given['includePaths'] === undefined)
    throw unclear(
      `The prompt asks for pages that no known address of the site fits (${missed.join(', ')}). Known are ${someOf(site)}. Say it with these, or give includePaths.`,
    );
}

function unclear(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', {
    message,
    details: [{ path: ['prompt'], code: 'custom', message }],
  });
}

function someOf({ listed, linked }: SitePaths): string {
  const sections = [...listed, ...linked].map(({ pathname }) => `/${pathname.split('/')[1] ?? ''}`);
  return [...new Set(sections)].slice(0, MOST_NAMED).join(', ');
}

function warningOf({ unknown, warnings }: ReadWords, tried: TriedWords): string | undefined {
  const named = unknown.slice(0, MOST_NAMED).map((phrase) => JSON.stringify(phrase));
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : '';
  const sentences = [
    ...(named.length > 0 ? [`Not understood: ${named.join(', ')}${more}.`] : []),
    ...warnings,
    ...tried.warnings,
  ];
  return sentences.length > 0 ? sentences.join(' ') : undefined;
}
