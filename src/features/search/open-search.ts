import type { SearchConfig } from '../../lib/settings/search-settings.ts';
import { variableOfProvider } from '../../lib/settings/search-settings.ts';
import type { Clock } from '../../lib/time/clock.ts';
import type { Log } from '../../lib/log/log.ts';
import type { SearchIndex } from '../../search-index/search-index.ts';
import { createAskChain } from './ask-providers.ts';
import { createAskSource } from './ask-source.ts';
import { createProviderHealth } from './provider-health.ts';
import { openSearchProvider } from './providers/index.ts';
import type { ProviderOptions } from './providers/provider-fetch.ts';
import { createSearch, type Search, type SearchParts } from './search.ts';

type Rest = Omit<SearchParts, 'askSource' | 'variableOf' | 'isMissing'>;

export interface OpenSearchOptions extends Rest, ProviderOptions {
  config: SearchConfig;
  /** The pages that teams had scraped; undefined where none are indexed. */
  index: Pick<SearchIndex, 'search'> | undefined;
  clock: Clock;
  log: Log;
}

/** Search with the connections to its providers. Disposing closes them. */
export interface OpenSearch extends AsyncDisposable {
  search: Search;
}

/** Opens the providers that the operator named, each with a way out of its own. */
export function openSearch({ config, index, ownPorts, lookup, ...parts }: OpenSearchOptions): OpenSearch {
  const { clock, log } = parts;
  const providers = config.providers.map((settings) => openSearchProvider(settings, { ownPorts, lookup }));
  const own = config.order.includes('own') ? index : undefined;
  const names = providers.map(({ name }) => name);
  const health = createProviderHealth({ clock, log });
  const askChain = createAskChain({ providers, health, clock, log });
  return {
    search: createSearch({
      ...parts,
      askSource: createAskSource({ askChain, providers: names, own, lockedIndex: index, clock, log }),
      variableOf: variableOfProvider,
      isMissing: providers.length === 0 && own === undefined,
    }),
    async [Symbol.asyncDispose]() {
      await Promise.all(providers.map((provider) => provider[Symbol.asyncDispose]()));
    },
  };
}
