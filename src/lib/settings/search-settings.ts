import type { z } from 'zod';
import { endpointUrl, nameList, printableText } from './setting-schemas.ts';

/** The pages that the team had scraped (`own`), and providers elsewhere; in the order of the default. */
export const PROVIDER_NAMES = ['own', 'searxng', 'brave', 'serper', 'firecrawl', 'tavily', 'exa'] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

const anotherAddress = (of: string) =>
  endpointUrl.optional().describe(`Another address for ${of}, for gateways.`);

/** Variables about search. */
export const SEARCH_VARIABLES = {
  DECANT_SEARCH: nameList(PROVIDER_NAMES)
    .optional()
    .describe(
      'Comma list of the providers that `POST /v2/search` asks, in order: `own` (the pages that the team had scraped), `searxng`, `brave`, `serper`, `firecrawl`, `tavily`, `exa`. The first provider that answers wins, and `own` is merged with it. Default: every provider whose address or key is set, in this order; `own` when none is.',
    ),
  DECANT_SEARXNG_URL: endpointUrl
    .optional()
    .describe('A SearXNG, for example `http://127.0.0.1:8888`. Its settings must allow the format json.'),
  DECANT_BRAVE_API_KEY: printableText.optional().describe('Key of the Brave Search API.'),
  DECANT_BRAVE_URL: anotherAddress('the Brave Search API'),
  DECANT_SERPER_API_KEY: printableText.optional().describe("Key of Serper, which has Google's results."),
  DECANT_SERPER_URL: anotherAddress('Serper'),
  DECANT_FIRECRAWL_URL: endpointUrl
    .optional()
    .describe(
      'A service with `POST /v2/search` as this one has it, which answers searches: the address before `/v2`.',
    ),
  DECANT_FIRECRAWL_API_KEY: printableText
    .optional()
    .describe('Key for DECANT_FIRECRAWL_URL, if it wants one.'),
  DECANT_TAVILY_API_KEY: printableText.optional().describe('Key of the Tavily search API.'),
  DECANT_TAVILY_URL: anotherAddress('the Tavily search API'),
  DECANT_EXA_API_KEY: printableText.optional().describe('Key of the Exa search API.'),
  DECANT_EXA_URL: anotherAddress('the Exa search API'),
};

type SearchVariables = z.infer<z.ZodObject<typeof SEARCH_VARIABLES>>;
type SearchVariable = keyof SearchVariables;

/** A provider elsewhere, as the operator configured it. */
export interface ProviderSettings {
  readonly name: Exclude<ProviderName, 'own'>;
  /** Requests go to paths below it. */
  readonly url: URL;
  readonly apiKey: string | undefined;
}

/** The providers that are asked for results. */
export interface SearchConfig {
  readonly order: readonly ProviderName[];
  /** Those of the order that are elsewhere, in its order. */
  readonly providers: readonly ProviderSettings[];
}

interface ProviderVariables {
  /** Without it there is no such provider. */
  readonly needed: SearchVariable;
  readonly url: SearchVariable;
  readonly apiKey?: SearchVariable;
  readonly defaultUrl?: string;
}

const VARIABLES_OF: Readonly<Record<ProviderSettings['name'], ProviderVariables>> = {
  searxng: { needed: 'DECANT_SEARXNG_URL', url: 'DECANT_SEARXNG_URL' },
  brave: {
    needed: 'DECANT_BRAVE_API_KEY',
    url: 'DECANT_BRAVE_URL',
    apiKey: 'DECANT_BRAVE_API_KEY',
    defaultUrl: 'https://api.search.brave.com',
  },
  serper: {
    needed: 'DECANT_SERPER_API_KEY',
    url: 'DECANT_SERPER_URL',
    apiKey: 'DECANT_SERPER_API_KEY',
    defaultUrl: 'https://google.serper.dev',
  },
  firecrawl: {
    needed: 'DECANT_FIRECRAWL_URL',
    url: 'DECANT_FIRECRAWL_URL',
    apiKey: 'DECANT_FIRECRAWL_API_KEY',
  },
  tavily: {
    needed: 'DECANT_TAVILY_API_KEY',
    url: 'DECANT_TAVILY_URL',
    apiKey: 'DECANT_TAVILY_API_KEY',
    defaultUrl: 'https://api.tavily.com',
  },
  exa: {
    needed: 'DECANT_EXA_API_KEY',
    url: 'DECANT_EXA_URL',
    apiKey: 'DECANT_EXA_API_KEY',
    defaultUrl: 'https://api.exa.ai',
  },
};

const isElsewhere = (name: ProviderName): name is ProviderSettings['name'] => name !== 'own';

/** The providers that the variables name. */
export function searchConfigOf(env: SearchVariables): SearchConfig {
  const configured = PROVIDER_NAMES.filter(
    (name) => isElsewhere(name) && env[VARIABLES_OF[name].needed] !== undefined,
  );
  const order = env.DECANT_SEARCH ?? (configured.length > 0 ? configured : (['own'] as const));
  const providers = order
    .filter(isElsewhere)
    .map((name) => Object.freeze({ name, ...wayTo(env, VARIABLES_OF[name]) }));
  return Object.freeze({ order: Object.freeze([...order]), providers: Object.freeze(providers) });
}

function wayTo(
  env: SearchVariables,
  { url, apiKey, defaultUrl }: ProviderVariables,
): Pick<ProviderSettings, 'url' | 'apiKey'> {
  const key = apiKey && env[apiKey];
  const address = env[url];
  // `searchConfigProblem` has seen to it that there is one.
  return {
    url: address instanceof URL ? address : new URL(defaultUrl ?? ''),
    apiKey: typeof key === 'string' ? key : undefined,
  };
}

/** Says what is missing beside a variable that is set; undefined when they go together. */
export function searchConfigProblem(env: SearchVariables): string | undefined {
  for (const name of (env.DECANT_SEARCH ?? []).filter(isElsewhere)) {
    const { needed } = VARIABLES_OF[name];
    if (env[needed] === undefined) return `DECANT_SEARCH names ${name}, so ${needed} must be set`;
  }
  for (const { needed, url, apiKey } of Object.values(VARIABLES_OF)) {
    const lonely = [url, apiKey].find((name) => name !== undefined && env[name] !== undefined);
    if (lonely !== undefined && env[needed] === undefined)
      return `${needed} must be set as well as ${lonely}`;
  }
  return undefined;
}

/** The variable that makes a provider possible, for errors. */
export function variableOfProvider(name: string): string {
  return Object.hasOwn(VARIABLES_OF, name)
    ? VARIABLES_OF[name as ProviderSettings['name']].needed
    : 'DECANT_SEARCH';
}
