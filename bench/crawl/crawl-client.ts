import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { CrawlOutcome } from './contender.ts';

/** Less than this is no document of a page here, whatever was left out of it. */
const MIN_MARKDOWN = 100;
const MAX_POLL_MS = 1_000;
const MIN_POLL_MS = 100;
const MAX_PROBLEMS = 5;
/** Statuses of a crawl that say that nothing has gone wrong. */
const GOOD = new Set(['scraping', 'completed']);

/** The members that are read here. */
export interface CrawlStatus {
  success: boolean;
  status: string;
  /** Pages that came, and pages that were tried. */
  completed: number;
  total: number;
  next?: string;
  error?: string;
  warning?: string;
  data: ReadonlyArray<{ markdown?: string; metadata?: { sourceURL?: string; statusCode?: number } }>;
}

export interface CrawlRequest {
  url: string;
  /** Most pages. */
  limit: number;
  /** Requests at once. */
  concurrency: number;
}

export interface CrawlClient extends AsyncDisposable {
  /** Starts a crawl of pages, each fetched anew and converted to Markdown; returns its id. */
  start(request: CrawlRequest): Promise<string>;
  /** What a client that waits for the end asks for. */
  status(id: string): Promise<CrawlStatus>;
  /** Asks once a second, and more often near the end, until the crawl is completed; throws when it ends otherwise. */
  untilCompleted(id: string, options: UntilCompletedOptions): Promise<void>;
  /** Follows `next` from the first document to the last. */
  collect(id: string): Promise<CrawlOutcome>;
}

export interface UntilCompletedOptions {
  /** How many pages are expected; the nearer, the more often it asks. */
  limit: number;
  signal: AbortSignal;
  onStatus?: (status: CrawlStatus) => void;
}

export function openCrawlClient({ url: service, key }: { url: string; key: string }): CrawlClient {
  const pool = new Pool(service, { connections: 20 });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };

  async function call<Reply>(path: string, body?: object): Promise<Reply> {
    const response = await pool.request({
      path,
      method: body ? 'POST' : 'GET',
      headers,
      body: body ? JSON.stringify(body) : null,
    });
    const text = await response.body.text();
    if (response.statusCode !== 200)
      throw new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 500)}`);
    return JSON.parse(text) as Reply;
  }

  const client: CrawlClient = {
    async start({ url, limit, concurrency }) {
      const { id } = await call<{ id: string }>('/v2/crawl', {
        url,
        limit,
        sitemap: 'skip',
        maxConcurrency: concurrency,
        scrapeOptions: { formats: ['markdown'], maxAge: 0 },
      });
      return id;
    },
    status: (id) => call<CrawlStatus>(`/v2/crawl/${id}?limit=1`),
    async untilCompleted(id, { limit, signal, onStatus }) {
      const from = performance.now();
      for (;;) {
        signal.throwIfAborted();
        const status = await client.status(id);
        onStatus?.(status);
        if (status.status === 'completed') return;
        if (!GOOD.has(status.status))
          throw new Error(`The crawl ended as ${status.status}: ${status.error ?? 'no reason given'}`);
        const delay = pollDelayMs(status.completed, limit, performance.now() - from);
        await wait(delay, undefined, { signal });
      }
    },
    async collect(id) {
      const collected = new CollectedPages();
      for (let path: string | undefined = `/v2/crawl/${id}`; path !== undefined;) {
        const { data, next, completed }: CrawlStatus = await call<CrawlStatus>(path);
        for (const document of data) collected.add(document);
        if (next !== undefined && data.length === 0)
          throw new Error(`${path} has no document, and says that there are more`);
        if (next === undefined) collected.expect(completed);
        path = next === undefined ? undefined : pathOf(next, service);
      }
      return collected.outcome();
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
  return client;
}

/** What the documents of a crawl come to. */
class CollectedPages {
  readonly #addresses = new Set<string>();
  readonly #problems: string[] = [];
  #pages = 0;
  #markdownCharacters = 0;

  add({ markdown = '', metadata = {} }: CrawlStatus['data'][number]): void {
    this.#pages++;
    this.#markdownCharacters += markdown.length;
    const address = metadata.sourceURL ?? '';
    if (this.#addresses.has(address)) this.#problems.push(`${address} came more than once`);
    this.#addresses.add(address);
    if (metadata.statusCode !== 200) this.#problems.push(`${address} came with ${metadata.statusCode}`);
    if (markdown.length < MIN_MARKDOWN) this.#problems.push(`${address} came without Markdown`);
  }

  /** Compares what came with what is said to have come. */
  expect(completed: number): void {
    if (completed !== this.#pages)
      this.#problems.push(`${completed} pages are said to be completed, ${this.#pages} came`);
  }

  outcome(): CrawlOutcome {
    return {
      pages: this.#pages,
      markdownCharacters: this.#markdownCharacters,
      addresses: this.#addresses.size,
      problems: shorten(this.#problems),
    };
  }
}

/** How long to wait before asking again: a second, and at last a fraction of the time that is probably left. */
export function pollDelayMs(completed: number, limit: number, elapsedMs: number): number {
  // Before the first page nothing is known but how long it has taken so far.
  const leftMs = completed === 0 ? elapsedMs * 2 : (elapsedMs / completed) * (limit - completed);
  return Math.min(MAX_POLL_MS, Math.max(MIN_POLL_MS, leftMs / 2));
}

/** Path and query: whatever host an address names, it is this service that is asked. */
function pathOf(address: string, service: string): string {
  const { pathname, search } = new URL(address, service);
  return pathname + search;
}

function shorten(problems: readonly string[]): string[] {
  const more = problems.length - MAX_PROBLEMS;
  return [...problems.slice(0, MAX_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])];
}
