import type { ProviderName } from '../../../lib/settings/search-settings.ts';
import type { SearchCategory } from '../../../text/search-query/category-hosts.ts';
import type { SearchOperator, SearchQuery } from '../../../text/search-query/search-query.ts';

export type SearchSource = 'web' | 'news' | 'images';

export interface WebResult {
  source: 'web';
  url: string;
  title: string;
  description: string;
  publishedAt?: Date | undefined;
}

export interface NewsResult {
  source: 'news';
  url: string;
  title: string;
  snippet: string;
  publishedAt?: Date | undefined;
  /** As the provider words it, when it is no date. */
  dateText?: string | undefined;
  imageUrl?: string | undefined;
}

export interface ImageResult {
  source: 'images';
  /** The page that shows the picture. */
  url: string;
  title: string;
  imageUrl: string;
  width?: number | undefined;
  height?: number | undefined;
}

export type ProviderResult = WebResult | NewsResult | ImageResult;

/** `native`: sent to the provider, which does it; `results`: done on its results; `none`: not done, and said so. */
export type Ability = 'native' | 'results' | 'none';

/** Everything that a request can ask for; the table in docs/search.md is made of these. */
export type SearchAsk =
  | 'phrases'
  | 'excluded'
  | 'alternatives'
  | SearchOperator
  | 'includeDomains'
  | 'excludeDomains'
  | 'range:hour'
  | 'range:day'
  | 'range:week'
  | 'range:month'
  | 'range:year'
  | 'range:custom'
  | 'sortByDate'
  | 'country'
  | 'location'
  | 'category:github'
  | 'category:research'
  | 'category:pdf'
  | 'safe'
  | 'news'
  | 'images';

/** A span of time: up to now, or between two days. */
export type SearchRange =
  | { kind: 'hour' | 'day' | 'week' | 'month' | 'year' }
  | { kind: 'custom'; from?: Date | undefined; to?: Date | undefined };

/** A request for one page of one source. Members that a provider does not take were done or warned of elsewhere. */
export interface ProviderRequest {
  /** The query as this provider takes it: made of its abilities, and shortened to its limits. */
  text: string;
  query: SearchQuery;
  source: SearchSource;
  /** From 0. */
  page: number;
  /** Results wanted on this page. */
  count: number;
  range?: SearchRange | undefined;
  isByDate: boolean;
  /** Two letters, upper case; only where the caller named one. */
  country?: string | undefined;
  location?: string | undefined;
  /** A language tag. */
  language?: string | undefined;
  isSafe?: boolean | undefined;
  includeDomains: readonly string[];
  excludeDomains: readonly string[];
  categories: readonly SearchCategory[];
}

export interface ProviderPage {
  results: ProviderResult[];
  hasMore: boolean;
  /** Whole sentences for the caller. */
  remarks: string[];
}

/** The result of asking a provider something small, in the words of an operator. */
export interface ProviderProbe {
  isFit: boolean;
  note: string;
}

export interface SearchProvider extends AsyncDisposable {
  readonly name: ProviderName;
  /** Data, for `plan-search.ts`: an adapter takes no operators apart itself. */
  readonly abilities: Readonly<Record<SearchAsk, Ability>>;
  /** Native asks that are taken from the request; every other native one of the query, domains and categories stands in `text`. */
  readonly parameters: ReadonlySet<SearchAsk>;
  /** Native asks that the provider does now and then only: results are checked all the same. */
  readonly loose: ReadonlySet<SearchAsk>;
  readonly limits: {
    readonly pageSize: Readonly<Record<SearchSource, number>>;
    readonly maxPages: number;
    /** Characters of `text`. */
    readonly maxCharacters: number;
    /** Words of `text`, operators included. */
    readonly maxWords: number;
  };
  /** One request. Rejects with a ProviderFailure, or with the signal's reason. */
  search(request: ProviderRequest, signal: AbortSignal): Promise<ProviderPage>;
  /** For `decant doctor`: asks something small and says what is wrong. */
  probe(signal: AbortSignal): Promise<ProviderProbe>;
}

export type ProviderFailureKind = 'limited' | 'refused' | 'down' | 'timeout' | 'nonsense';

const SENTENCES: Readonly<Record<ProviderFailureKind, string>> = {
  limited: 'takes no more requests for now',
  refused: 'does not accept our requests',
  down: 'cannot be reached or fails',
  timeout: 'did not answer in time',
  nonsense: 'gave no answer that can be read',
};

export interface ProviderFailureOptions {
  /** For the operator's log; may name the address, never a key or a word of the query. */
  detail: string;
  /** The rest that the provider asks for. */
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** A provider did not answer. The message is for callers: it names the provider, never its address, key or texts. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly provider: string;
  readonly kind: ProviderFailureKind;
  readonly detail: string;
  readonly retryAfterMs: number | undefined;

  constructor(
    provider: string,
    kind: ProviderFailureKind,
    { detail, retryAfterMs, cause }: ProviderFailureOptions,
  ) {
    super(`${provider} ${SENTENCES[kind]}`, { cause });
    this.provider = provider;
    this.kind = kind;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}
