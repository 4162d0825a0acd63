import type { ProviderSettings } from '../../../src/lib/settings/search-settings.ts';

/** A request as a provider gets it. */
export interface PlayedRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** The JSON that was sent; {} when none was. */
  body: Readonly<Record<string, any>>;
}

/** A result before it has the shape of a provider. */
export interface PlayedResult {
  url: string;
  title: string;
  text: string;
  /** ISO 8601. */
  date?: string;
  image?: { url: string; width: number; height: number };
}

export interface PlayedAnswer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  json: unknown;
}

/** A provider as its documentation has it: what it refuses, and the shape of what it answers. */
export interface PlayedProvider {
  name: ProviderSettings['name'];
  apiKey: string | undefined;
  /** The answer to a request about the web, news or images, out of these results. */
  answer: (request: PlayedRequest, results: readonly PlayedResult[]) => PlayedAnswer;
}

export const PROVIDER_KEY = 'key-never-tell-anybody';

export function refusal(status: number, json: unknown): PlayedAnswer {
  return { status, json };
}

/** The names of members that a documented request does not have. */
export function unknownMembers(given: object, known: string): string[] {
  const names = new Set(known.split(' '));
  return Object.keys(given).filter((name) => !names.has(name));
}
