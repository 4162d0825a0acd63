/** How much of a text a model takes, learnt from what the endpoint counts. */
export interface TokenBudget {
  /** Tokens of prompt and answer together. */
  readonly windowTokens: number;
  /** Tokens of a text, as this endpoint would count them. */
  countTokens: (text: string) => number;
  /** Tokens that are left for a page beside fixed words and the answer; 0 when there are none. */
  roomFor: (fixed: string) => number;
  /**
   * Notes what an endpoint counted for a prompt. Gives the window, in tokens, when it has looked at a part of the prompt
   * only, which nothing else shows.
   */
  note: (counted: CountedTokens) => number | undefined;
}

export interface CountedTokens {
  prompt: string;
  promptTokens: number | undefined;
  completionTokens: number | undefined;
}

export interface TokenBudgetOptions {
  /** As the operator says it; 8,192 until one is seen when undefined. */
  contextTokens: number | undefined;
  maxOutputTokens: number;
  /** Tokens of a text for the mean model. */
  estimate: (text: string) => number;
}

const DEFAULT_WINDOW = 8_192;
/** Below this share of what it should count an endpoint has left something out. */
const CUT_SHARE = 0.6;
/** Below this share a count that is a window to the last token is no chance. */
const FULL_SHARE = 0.95;
/** Less text says nothing about how an endpoint counts. */
const LEAST_TOLD = 200;
const LEAST_WINDOW = 1_024;
const INERTIA = 0.8;
/** Roles, marks and the like. */
const MARGIN = 64;
const MOST_RATIO = 4;
/** The share of a small window that is kept free for the answer, however long that may be. */
const MOST_FOR_ANSWER = 0.4;

export function createTokenBudget(options: TokenBudgetOptions): TokenBudget {
  const { contextTokens, maxOutputTokens, estimate } = options;
  let ratio = 1;
  let observed: number | undefined;
  const countTokens = (text: string): number => Math.ceil(estimate(text) * ratio);
  const windowTokens = (): number => Math.min(contextTokens ?? DEFAULT_WINDOW, observed ?? Infinity);

  return {
    get windowTokens() {
      return windowTokens();
    },
    countTokens,
    roomFor(fixed) {
      const window = windowTokens();
      const kept = Math.min(maxOutputTokens, Math.ceil(window * MOST_FOR_ANSWER));
      return Math.max(0, window - kept - countTokens(fixed) - MARGIN);
    },
    note({ prompt, promptTokens, completionTokens = 0 }) {
      if (promptTokens === undefined || promptTokens <= 0) return undefined;
      const estimated = estimate(prompt);
      const total = promptTokens + completionTokens;
      const share = promptTokens / (estimated * ratio);
      const isFull = [promptTokens, total].some(isWindow) && share < FULL_SHARE;
      if (isFull || (estimated >= LEAST_TOLD && share < CUT_SHARE)) {
        observed = Math.min(observed ?? Infinity, total);
        return observed;
      }
      // It looks at more than was believed.
      if (observed !== undefined && total > observed) observed = undefined;
      if (estimated >= LEAST_TOLD)
        ratio = Math.min(MOST_RATIO, INERTIA * ratio + (1 - INERTIA) * (promptTokens / estimated));
      return undefined;
    },
  };
}

/** Windows are powers of two; a prompt that fills one to the last token has been cut. */
function isWindow(tokens: number): boolean {
  return tokens >= LEAST_WINDOW && Number.isInteger(Math.log2(tokens));
}
