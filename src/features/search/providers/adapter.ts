import type { z } from 'zod';
import type { ProviderSettings } from '../../../lib/settings/search-settings.ts';
import type { ProviderFailureKind, ProviderPage, ProviderRequest, SearchProvider } from './provider.ts';

/** A request to the service of a provider. */
export interface ProviderQuestion {
  /** Below the address of the provider. */
  path: string;
  /** Parameters of the address; undefined ones are left out. */
  query?: Readonly<Record<string, string | number | undefined>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; undefined members are left out. A GET without it. */
  body?: Readonly<Record<string, unknown>>;
}

/** An answer that holds no results: its status, and its JSON when it is one. */
export interface ProviderRefusal {
  status: number;
  json: unknown;
}

/** The way in which an answer has failed. */
export interface ReadRefusal {
  kind: ProviderFailureKind;
  /** For the operator; nothing that the provider said. */
  detail: string;
}

export interface AdapterContext {
  /** Rejects with a ProviderFailure, or with the signal's reason. */
  ask: <Schema extends z.ZodType>(question: ProviderQuestion, schema: Schema) => Promise<z.output<Schema>>;
  /** Rejects the answer that `ask` gave last. */
  refuse: (refusal: ReadRefusal) => never;
  /** ms since 1970: answers say "3 hours ago". */
  now: number;
}

/** The requests that one kind of provider takes, and its answers. */
export interface ProviderAdapter extends Pick<
  SearchProvider,
  'abilities' | 'parameters' | 'loose' | 'limits'
> {
  readonly name: ProviderSettings['name'];
  /** As its makers write it. */
  readonly label: string;
  /** The variables that the operator looks at when it does not answer. */
  readonly variables: { readonly url: string; readonly key: string | undefined };
  readonly headersOf: (apiKey: string | undefined) => Readonly<Record<string, string>>;
  /** Tells apart what only this provider says; asked for every answer, before all others. */
  readonly readRefusal?: (refusal: ProviderRefusal) => ReadRefusal | undefined;
  readonly search: (request: ProviderRequest, context: AdapterContext) => Promise<ProviderPage>;
}
