import { openSearchProvider } from '../../../src/features/search/providers/index.ts';
import type { ProviderPage, ProviderRequest } from '../../../src/features/search/providers/provider.ts';
import type { ProviderServer } from './open-provider-server.ts';

const EMPTY_QUERY = { text: '', words: [], phrases: [], excluded: [], alternatives: [], filters: [] };

/** A request for the web, but for what is given. */
function requestOf(given: Partial<ProviderRequest> = {}): ProviderRequest {
  return {
    text: 'blue lamp',
    query: EMPTY_QUERY,
    source: 'web',
    page: 0,
    count: 10,
    isByDate: false,
    includeDomains: [],
    excludeDomains: [],
    categories: [],
    ...given,
  };
}

/** Asks a played provider once, as the feature does. */
export async function askProvider(
  { settings }: Pick<ProviderServer, 'settings'>,
  given: Partial<ProviderRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<ProviderPage> {
  await using provider = openSearchProvider(settings, { ownPorts: () => [] });
  return await provider.search(requestOf(given), signal);
}
