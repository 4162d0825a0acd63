import type { Clock } from '../lib/time/clock.ts';
import type { ModelConfig } from '../lib/settings/model-settings.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { createAsk } from './ask.ts';
import { createAskForJson, type AskForJson } from './ask-for-json.ts';
import { createTokenBudget, type TokenBudget } from './budget.ts';
import { createEndpointHabits } from './endpoint-habits.ts';
import { openModel, type OpenModelOptions } from './open-model.ts';

/** The operator's language model, as all of a process ask it: in turn, with what is known of its endpoint. */
export interface LanguageModel extends AsyncDisposable {
  askForJson: AskForJson;
  budget: TokenBudget;
  /** Tells the endpoint and its model from others; not for logs. */
  readonly id: string;
  /** Requests at a time. */
  readonly concurrency: number;
}

export function openLanguageModel(
  config: ModelConfig,
  { clock, ...options }: OpenModelOptions & { clock: Clock },
): LanguageModel {
  const { contextTokens, maxOutputTokens, concurrency } = config;
  const model = openModel(config, options);
  const { id } = model;
  const budget = createTokenBudget({ contextTokens, maxOutputTokens, estimate: estimateTokens });
  const ask = createAsk(model, { concurrency });
  const askForJson = createAskForJson({ ask, id, habits: createEndpointHabits(clock), budget });
  return { askForJson, budget, id, concurrency, [Symbol.asyncDispose]: () => model[Symbol.asyncDispose]() };
}
