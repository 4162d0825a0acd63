import type { CrawlWeb } from './crawl-web.ts';

/** What a crawl brought, as whoever asked for it sees it. */
export interface CrawlOutcome {
  /** Pages that came. */
  pages: number;
  /** Different addresses among them. */
  addresses: number;
  /** Characters of Markdown; 0 when nothing was converted. */
  markdownCharacters: number;
  /** What was not as it should be, in words; empty when nothing. */
  problems: readonly string[];
}

/** One crawler in a process tree of its own, started and ready. */
export interface Contender extends AsyncDisposable {
  /** The root of the tree. */
  pid: number;
  /** Crawls a site; resolves when all is done. This is what is measured. */
  crawl(url: string, pages: number): Promise<void>;
  /** Reads what the last crawl brought. */
  outcome(): Promise<CrawlOutcome>;
}

export interface ContenderOptions {
  web: CrawlWeb;
  /** Requests at once. */
  concurrency: number;
  /** Variables of the service beyond those that it needs. */
  environment: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

export interface ContenderKind {
  name: string;
  open(options: ContenderOptions): Promise<Contender>;
}
