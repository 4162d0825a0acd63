/** The kinds of failure of a model; each has another remedy. Sentences for callers, with the variable to look at. */
export const MODEL_FAILURES = {
  'not-configured': 'No language model is configured (DECANT_LLM_BASE_URL, DECANT_LLM_MODEL)',
  'not-reachable': 'The language model cannot be reached (DECANT_LLM_BASE_URL)',
  authentication: 'The language model does not accept our key (DECANT_LLM_API_KEY)',
  'no-such-model': 'The endpoint does not have this language model (DECANT_LLM_MODEL)',
  quota: 'The quota of the language model is used up',
  busy: 'The language model is busy or failing',
  'too-long': 'The text is too long for the language model (DECANT_LLM_CONTEXT_TOKENS)',
  refused: 'The language model refused to answer',
  cut: 'The answer of the language model was cut short (DECANT_LLM_MAX_OUTPUT_TOKENS)',
  invalid: 'The language model gave no answer that fits',
  'not-a-model': 'The endpoint does not answer as a language model does (DECANT_LLM_BASE_URL)',
  'timed-out': 'The language model did not answer in time',
} as const;

export type ModelFailureKind = keyof typeof MODEL_FAILURES;

/** A part of a request that an endpoint said it does not take. */
export type RefusedPart =
  | 'strict'
  | 'schema'
  | 'json-mode'
  | 'max-tokens'
  | 'temperature'
  | 'system'
  | 'tools'
  | 'unknown';

export interface ModelFailureOptions {
  /** Whole seconds that the endpoint wants to rest. */
  retryAfterSeconds?: number | undefined;
  /** The request may be asked again without this part. */
  refusedPart?: RefusedPart | undefined;
  /** Tokens that the endpoint looks at, where that was seen. */
  windowTokens?: number | undefined;
}

/** A model gave no answer. Neither message nor members name the endpoint, the key, the prompt or what the endpoint said. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: ModelFailureKind;
  readonly retryAfterSeconds: number | undefined;
  readonly refusedPart: RefusedPart | undefined;
  readonly windowTokens: number | undefined;
  /** Requests that were sent in vain. */
  requests = 0;

  constructor(kind: ModelFailureKind, options: ModelFailureOptions = {}) {
    const { retryAfterSeconds, refusedPart, windowTokens } = options;
    const rest = retryAfterSeconds === undefined ? '' : `; it asks for ${retryAfterSeconds} s of rest`;
    super(`${MODEL_FAILURES[kind]}${rest}`);
    this.kind = kind;
    this.retryAfterSeconds = retryAfterSeconds;
    this.refusedPart = refusedPart;
    this.windowTokens = windowTokens;
  }
}
