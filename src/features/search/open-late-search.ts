import { atFirstCall } from '../../lib/sharing/at-first-call.ts';
import type { SearchIndexOptions } from '../../search-index/open-search-index.ts';
import type { OpenSearch, OpenSearchOptions } from './open-search.ts';
import type { Search } from './search.ts';

/** The options of search and of the index, which is asked where `isIndexed`. */
type LateSearchOptions = Omit<OpenSearchOptions, 'index'> &
  Pick<SearchIndexOptions, 'db' | 'urlKey'> & { isIndexed: boolean };

/** Search that is loaded and opened when it is first asked for. Disposing closes what was opened. */
export function openLateSearch({ db, urlKey, isIndexed, ...options }: LateSearchOptions): OpenSearch {
  const opened = new AsyncDisposableStack();

  async function open(): Promise<Search> {
    const [{ openSearch }, { openSearchIndex }] = await Promise.all([
      import('./open-search.ts'),
      import('../../search-index/open-search-index.ts'),
    ]);
    const index = isIndexed ? opened.use(openSearchIndex({ db, log: options.log, urlKey })) : undefined;
    return opened.use(openSearch({ ...options, index })).search;
  }

  return { search: atFirstCall(open), [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
