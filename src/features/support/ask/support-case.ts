/** A scrape or job of the team that a question may be about. */
export interface SupportCase {
  readonly kind: 'scrape' | 'crawl' | 'batch_scrape';
  readonly id: string;
  /** The URL; null where nothing is kept. */
  readonly target: string | null;
  /** Whether the question names it, by its id or its URL. */
  readonly isNamed: boolean;
  readonly status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  /** The code of a scrape that failed, or the commonest one of the failed pages of a job. */
  readonly errorCode?: string | undefined;
  readonly error?: string | undefined;
  /** The status that the page answered with. */
  readonly statusCode?: number | undefined;
  /** Characters of its Markdown; undefined when it has none to look at. */
  readonly characters?: number | undefined;
  /** The options of the scrape, or those of the crawl with `scrapeOptions`. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
  /** The step that took longest, in words. */
  readonly slowest?: string | undefined;
  readonly hasUsedBrowser?: boolean | undefined;
  /** How many of the first documents of a job are error pages of the site, and their commonest status. */
  readonly errorPages?:
    | { readonly looked: number; readonly count: number; readonly status: number }
    | undefined;
  /** A URL that shows the trouble of a job. */
  readonly example?: string | undefined;
  /** Pages of a job. */
  readonly pages?: JobPages | undefined;
}

export interface JobPages {
  readonly completed: number;
  readonly failed: number;
  readonly forbidden: number;
  readonly limit: number;
  readonly isAtLimit: boolean;
}

/** Why something is as it is, and what to do about it. */
export interface Diagnosis {
  /** Two to four sentences. */
  readonly answer: string;
  /** Options of the API that mend it; null where an option cannot. */
  readonly fixParameters: Readonly<Record<string, unknown>> | null;
  readonly confidence: 'medium' | 'low';
  /** Whether a scrape of the URL can show that the fix works. */
  readonly canBeTested: boolean;
}
