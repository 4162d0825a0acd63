import { z } from 'zod';
import { headerList, jsonMembers, modelUrl, printableText, wholeNumber } from './setting-schemas.ts';

/** Variables about the operator's language model. */
export const MODEL_VARIABLES = {
  DECANT_LLM_BASE_URL: modelUrl
    .optional()
    .describe(
      "OpenAI-compatible endpoint of a language model: the address before `/chat/completions`, for example `http://127.0.0.1:11434/v1`. It makes `json` by a prompt, `onlyCleanContent` and the mode json of `changeTracking` possible, and makes `summary`, `json`, `question`, `highlights` and `query`, which are made of the page's own words without one; `decant doctor` asks it.",
    ),
  DECANT_LLM_API_KEY: printableText
    .optional()
    .describe('What DECANT_LLM_BASE_URL demands, sent as a bearer token.'),
  DECANT_LLM_MODEL: z
    .string()
    .regex(/^\S(?:.*\S)?$/, 'must be the name of a model without blanks around it')
    .optional()
    .describe('Name of the model at DECANT_LLM_BASE_URL.'),
  DECANT_LLM_CONTEXT_TOKENS: wholeNumber(1_024, 100_000_000)
    .optional()
    .describe(
      'Tokens of prompt and answer that the model looks at. Default: 8192, less where the endpoint is seen to look at less.',
    ),
  DECANT_LLM_MAX_OUTPUT_TOKENS: wholeNumber(64, 1_000_000)
    .default(4_096)
    .describe('Tokens that an answer of the model may have, its thoughts included.'),
  DECANT_LLM_CONCURRENCY: wholeNumber(1, 1_000)
    .default(4)
    .describe('Requests that the model is sent at a time, at most.'),
  DECANT_LLM_HEADERS: headerList
    .default({})
    .describe('Comma list of headers for requests to the model, for gateways: `name: value, other: value`.'),
  DECANT_LLM_EXTRA_BODY: jsonMembers
    .default({})
    .describe(
      'JSON object of members that every request to the model has, for example `{"reasoning_effort":"low"}`.',
    ),
};

/** The operator's language model. */
export interface ModelConfig {
  /** The address before `/chat/completions`. */
  readonly baseUrl: URL;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Undefined: to be seen. */
  readonly contextTokens: number | undefined;
  readonly maxOutputTokens: number;
  readonly concurrency: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraBody: Readonly<Record<string, unknown>>;
}

type ModelVariables = z.infer<z.ZodObject<typeof MODEL_VARIABLES>>;

/** The model that the variables name; undefined when they name none. */
export function modelConfigOf(env: ModelVariables): ModelConfig | undefined {
  const { DECANT_LLM_BASE_URL: baseUrl, DECANT_LLM_MODEL: model } = env;
  if (baseUrl === undefined || model === undefined) return undefined;
  return Object.freeze({
    baseUrl,
    apiKey: env.DECANT_LLM_API_KEY,
    model,
    contextTokens: env.DECANT_LLM_CONTEXT_TOKENS,
    maxOutputTokens: env.DECANT_LLM_MAX_OUTPUT_TOKENS,
    concurrency: env.DECANT_LLM_CONCURRENCY,
    headers: env.DECANT_LLM_HEADERS,
    extraBody: env.DECANT_LLM_EXTRA_BODY,
  });
}

/** Says what is missing beside a variable that is set; undefined when they go together. */
export function modelConfigProblem(given: Readonly<Record<string, unknown>>): string | undefined {
  const set = Object.keys(MODEL_VARIABLES).find((name) => given[name] !== undefined);
  if (set === undefined) return undefined;
  const missing = (['DECANT_LLM_BASE_URL', 'DECANT_LLM_MODEL'] as const).find(
    (name) => given[name] === undefined,
  );
  return missing === undefined ? undefined : `${missing} must be set as well as ${set}`;
}
