import type { z } from 'zod';
import type { ProviderSettings } from '../../../lib/settings/search-settings.ts';
import type { AdapterContext, ProviderAdapter, ProviderQuestion, ReadRefusal } from './adapter.ts';
import {
  ProviderFailure,
  type ProviderProbe,
  type ProviderRequest,
  type SearchProvider,
} from './provider.ts';
import { openProviderFetch, type ProviderFetch, type ProviderOptions } from './provider-fetch.ts';

/** A provider of a kind, at the address and with the key of the operator. */
export function openProvider(
  adapter: ProviderAdapter,
  settings: ProviderSettings,
  options: ProviderOptions,
): SearchProvider {
  const { name, abilities, parameters, loose, limits } = adapter;
  const fetch = openProviderFetch(adapter, settings, options);
  async function search(request: ProviderRequest, signal: AbortSignal) {
    return adapter.search(request, contextOf(adapter, fetch, signal));
  }
  return {
    name,
    abilities,
    parameters,
    loose,
    limits,
    search,
    probe: (signal) => probe(search, signal),
    [Symbol.asyncDispose]: () => fetch[Symbol.asyncDispose](),
  };
}

function contextOf({ name }: ProviderAdapter, fetch: ProviderFetch, signal: AbortSignal): AdapterContext {
  function refuse({ kind, detail }: ReadRefusal): never {
    throw new ProviderFailure(name, kind, { detail });
  }
  return {
    async ask<Schema extends z.ZodType>(question: ProviderQuestion, schema: Schema) {
      const { json } = await fetch.ask(question, signal);
      const read = schema.safeParse(json);
      if (read.success) return read.data;
      const said = holdsError(json)
        ? 'an error in place of results'
        : 'JSON of another shape than documented';
      return refuse({ kind: holdsError(json) ? 'down' : 'nonsense', detail: `answered with ${said}` });
    },
    refuse,
    now: Date.now(),
  };
}

function holdsError(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false;
  return ['error', 'errors', 'detail', 'message'].some((name) => name in json);
}

const PROBE: ProviderRequest = {
  text: 'example',
  query: { text: 'example', words: ['example'], phrases: [], excluded: [], alternatives: [], filters: [] },
  source: 'web',
  page: 0,
  count: 1,
  isByDate: false,
  includeDomains: [],
  excludeDomains: [],
  categories: [],
};

async function probe(search: SearchProvider['search'], signal: AbortSignal): Promise<ProviderProbe> {
  try {
    const { results } = await search(PROBE, signal);
    if (results.length > 0) return { isFit: true, note: 'answers' };
    return { isFit: false, note: 'answers, but finds nothing for "example"' };
  } catch (error) {
    if (error instanceof ProviderFailure) return { isFit: false, note: error.detail };
    throw error;
  }
}
