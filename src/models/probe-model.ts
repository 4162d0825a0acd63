import { checkSchema } from '../json-schema/check-schema.ts';
import { prepareSchema } from '../json-schema/prepare-schema.ts';
import { systemClock } from '../lib/time/clock.ts';
import type { Deadline } from '../lib/time/deadline.ts';
import { estimateTokens } from '../text/estimate-tokens.ts';
import { createAsk } from './ask.ts';
import { createAskForJson } from './ask-for-json.ts';
import { createTokenBudget } from './budget.ts';
import { createEndpointHabits, type Rung } from './endpoint-habits.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelSettings, OpenModel } from './open-model.ts';

/** A look at an endpoint and its model. */
export interface ModelProbe {
  /** The way in which JSON was had, or why none was. */
  answer: { rung: Rung; requests: number } | { failure: ModelFailure };
  /** Whether the endpoint lists the model; undefined when it lists none. */
  isListed: boolean | undefined;
  /** The window as the endpoint tells it; undefined when it does not. */
  windowTokens: number | undefined;
}

export interface ProbeOptions {
  settings: Pick<ModelSettings, 'model' | 'maxOutputTokens'>;
  deadline: Deadline;
}

/** Members of a list of models that hold a window, the most telling first. */
const WINDOW_NAMES = [
  'loaded_context_length',
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'n_ctx',
] as const;

/** Asks for the list of models, and for one tiny answer in JSON. */
export async function probeModel(
  model: OpenModel,
  { settings, deadline }: ProbeOptions,
): Promise<ModelProbe> {
  const listed = await readList(model, deadline.signal);
  const entry = listed?.find(({ id }) => id === settings.model || id === `${settings.model}:latest`);
  return {
    answer: await askOnce(model, settings, deadline),
    isListed: listed && entry !== undefined,
    windowTokens: entry && windowOf(entry),
  };
}

async function askOnce(
  model: OpenModel,
  { maxOutputTokens }: ProbeOptions['settings'],
  deadline: Deadline,
): Promise<ModelProbe['answer']> {
  const askForJson = createAskForJson({
    ask: createAsk(model, { concurrency: 1 }),
    id: model.id,
    habits: createEndpointHabits(systemClock),
    budget: createTokenBudget({ contextTokens: undefined, maxOutputTokens, estimate: estimateTokens }),
  });
  const schema = prepareSchema(
    checkSchema({ type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] }),
  );
  const question = { instructions: 'You answer in JSON.', task: 'What is 2 + 3?', schema };
  try {
    const { rung, requests } = await askForJson(question, { deadline, teamId: '' });
    return { rung, requests };
  } catch (error) {
    if (error instanceof ModelFailure) return { failure: error };
    throw error;
  }
}

type Entry = Readonly<Record<string, unknown>>;

/** Undefined when the endpoint gives no list. */
async function readList(model: OpenModel, signal: AbortSignal): Promise<Entry[] | undefined> {
  try {
    const { status, text } = await model.get('models', signal);
    if (status !== 200) return undefined;
    const { data } = JSON.parse(text) as { data?: unknown };
    return Array.isArray(data) && data.every(isEntry) ? data : undefined;
  } catch {
    // Many endpoints have no list; the question that follows tells whether there is an endpoint at all.
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null;
}

function windowOf(entry: Entry): number | undefined {
  const inner = [entry, entry['meta']].filter(isEntry);
  for (const name of WINDOW_NAMES) {
    const tokens = inner.map((part) => part[name]).find((value) => Number.isInteger(value));
    if (tokens !== undefined) return Number(tokens);
  }
  return undefined;
}
