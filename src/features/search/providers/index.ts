import type { ProviderSettings } from '../../../lib/settings/search-settings.ts';
import type { ProviderAdapter } from './adapter.ts';
import { brave } from './brave.ts';
import { exa } from './exa.ts';
import { firecrawl } from './firecrawl.ts';
import { openProvider } from './open-provider.ts';
import type { SearchProvider } from './provider.ts';
import type { ProviderOptions } from './provider-fetch.ts';
import { searxng } from './searxng.ts';
import { serper } from './serper.ts';
import { tavily } from './tavily.ts';

/** Every provider elsewhere, in the order in which documentation lists them. */
export const PROVIDER_ADAPTERS: readonly ProviderAdapter[] = [searxng, brave, serper, firecrawl, tavily, exa];

/** Opens the provider that the operator configured. */
export function openSearchProvider(settings: ProviderSettings, options: ProviderOptions): SearchProvider {
  return openProvider(adapterOf(settings.name), settings, options);
}

/** The adapter of a name. */
export function adapterOf(name: ProviderSettings['name']): ProviderAdapter {
  // The registry has every name of the settings; a test says so.
  return PROVIDER_ADAPTERS.find((adapter) => adapter.name === name)!;
}
