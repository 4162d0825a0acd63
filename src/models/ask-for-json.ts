import { parseLoosely } from '../json-schema/parse-loosely.ts';
import type { PreparedSchema, ReadAnswer } from '../json-schema/prepare-schema.ts';
import type { Ask, AskOptions } from './ask.ts';
import type { TokenBudget } from './budget.ts';
import { stepDown, type EndpointHabits, type Habit, type Rung } from './endpoint-habits.ts';
import { fencePrompt, type FencedPrompt } from './fence.ts';
import { ModelFailure } from './model-failure.ts';
import type { ModelMessage } from './model-message.ts';
import type { AnswerForm, ModelReply } from './open-model.ts';

/** A prepared schema, whose values may be read in a thread: a validation that may be slow belongs there. */
export type AskedSchema = Pick<PreparedSchema, 'schema' | 'text' | 'strict'> & {
  read: (answer: unknown, isStrict: boolean) => ReadAnswer | Promise<ReadAnswer>;
};

/** A question whose answer is JSON. */
export interface JsonQuestion extends Omit<FencedPrompt, 'schema'> {
  schema: AskedSchema;
  /** Says what is wrong with a value that fits the schema, a line each, for instance that the page does not hold it. */
  findFaults?: (value: unknown) => readonly string[];
}

export interface JsonAnswer {
  value: unknown;
  rung: Rung;
  /** Requests that were sent, with those in vain. */
  requests: number;
  /** Tokens as the endpoint counted them, of all its answers. */
  promptTokens: number;
  completionTokens: number;
}

/** Rejects as `Ask` does; the failure knows how many requests were sent. */
export type AskForJson = (
  question: JsonQuestion,
  options: Omit<AskOptions, 'onRequest'>,
) => Promise<JsonAnswer>;

export interface AskForJsonParts {
  ask: Ask;
  /** Tells the endpoint and its model from others. */
  id: string;
  habits: EndpointHabits;
  budget: TokenBudget;
}

const MAX_REPETITIONS = 2;
/** The ladder and its adaptations end by themselves; an endpoint that refuses everything in turn must not be asked on. */
const MAX_STEPS = 8;
const NO_JSON = '/: The answer is no JSON.';

/** Asks in the best way that an endpoint knows, and again with what was wrong, at most twice. */
export function createAskForJson(parts: AskForJsonParts): AskForJson {
  return async function askForJson(question, options) {
    const conversation = new Conversation(question, parts, options);
    try {
      return await conversation.run();
    } catch (error) {
      if (error instanceof ModelFailure) error.requests = conversation.requests;
      throw error;
    }
  };
}

class Conversation {
  requests = 0;
  readonly #question: JsonQuestion;
  readonly #parts: AskForJsonParts;
  readonly #options: AskOptions;
  readonly #opening: readonly ModelMessage[];
  #habit: Habit;
  #promptTokens = 0;
  #completionTokens = 0;

  constructor(question: JsonQuestion, parts: AskForJsonParts, options: AskOptions) {
    this.#question = question;
    this.#parts = parts;
    this.#options = { ...options, onRequest: () => void (this.requests += 1) };
    this.#opening = fencePrompt({ ...question, schema: question.schema.text });
    const habit = parts.habits.habitOf(parts.id);
    const hasStrict = question.schema.strict !== undefined;
    this.#habit = habit.rung === 'strict' && !hasStrict ? { ...habit, rung: 'schema' } : habit;
  }

  async run(): Promise<JsonAnswer> {
    let messages = this.#opening;
    let withoutJson = 0;
    for (let repetition = 0; ; repetition++) {
      const wanted = withoutJson >= MAX_REPETITIONS ? 'tool' : this.#habit.rung;
      const { reply, rung } = await this.#say(messages, wanted);
      const faults = await this.#read(reply, rung);
      if ('value' in faults) return this.#finish(faults.value, rung);
      if (repetition === MAX_REPETITIONS) throw new ModelFailure('invalid');
      if (faults.list.includes(NO_JSON)) withoutJson += 1;
      messages = this.#correct(reply, faults.list);
    }
  }

  #finish(value: unknown, rung: Rung): JsonAnswer {
    const { habits, id } = this.#parts;
    // A schema that cannot be said strictly tells nothing about those that can.
    const isBest = rung === 'schema' && this.#question.schema.strict === undefined;
    habits.remember(id, { ...this.#habit, rung: isBest ? 'strict' : rung });
    const { requests } = this;
    return {
      value,
      rung,
      requests,
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
    };
  }

  /** Asks, and steps down for as long as the endpoint refuses a part of the request. */
  async #say(messages: readonly ModelMessage[], wanted: Rung): Promise<{ reply: ModelReply; rung: Rung }> {
    let first: ModelFailure | undefined;
    let rung = wanted;
    for (let step = 0; ; step++) {
      try {
        const form = this.#formOf(rung);
        const reply = await this.#parts.ask({ messages, form, adaptations: this.#habit }, this.#options);
        this.#check(reply, messages);
        return { reply, rung };
      } catch (error) {
        if (!(error instanceof ModelFailure) || error.refusedPart === undefined) throw error;
        first ??= error;
        if (rung === 'tool') throw new ModelFailure('invalid');
        const next = stepDown(this.#habit, error.refusedPart);
        if (next === undefined || step === MAX_STEPS) throw first;
        this.#habit = next;
        rung = next.rung;
      }
    }
  }

  #formOf(rung: Rung): AnswerForm {
    const { schema, strict } = this.#question.schema;
    switch (rung) {
      case 'strict':
        return { type: 'schema', schema: strict ?? schema, isStrict: strict !== undefined };
      case 'schema':
        return { type: 'schema', schema, isStrict: false };
      case 'tool':
        return { type: 'tool', schema: strict ?? schema };
      default:
        return { type: rung };
    }
  }

  /** Throws for an answer that is none, however whole it looks. */
  #check({ finish, promptTokens, completionTokens }: ModelReply, messages: readonly ModelMessage[]): void {
    this.#promptTokens += promptTokens ?? 0;
    this.#completionTokens += completionTokens ?? 0;
    if (finish === 'length') throw new ModelFailure('cut');
    if (finish === 'refused') throw new ModelFailure('refused');
    if (finish === 'error') throw new ModelFailure('busy');
    const prompt = messages.map(({ text }) => text).join('\n');
    const windowTokens = this.#parts.budget.note({ prompt, promptTokens, completionTokens });
    if (windowTokens !== undefined) throw new ModelFailure('too-long', { windowTokens });
  }

  async #read(reply: ModelReply, rung: Rung): Promise<{ value: unknown } | { list: readonly string[] }> {
    const { schema, findFaults } = this.#question;
    const isStrict = schema.strict !== undefined && (rung === 'strict' || rung === 'tool');
    const found = findJson(reply);
    if (found === undefined) return { list: [NO_JSON] };
    const answer = await schema.read(found.value, isStrict);
    if ('faults' in answer) return { list: answer.faults };
    const list = findFaults?.(answer.value) ?? [];
    return list.length > 0 ? { list } : answer;
  }

  #correct({ text, toolInput }: ModelReply, faults: readonly string[]): readonly ModelMessage[] {
    const said = text || (toolInput ?? '');
    const wrong = [
      'Your answer does not fit:',
      ...faults,
      'Answer again with the whole JSON and nothing else.',
    ];
    return [
      ...this.#opening,
      ...(said === '' ? [] : [{ role: 'assistant', text: said } as const]),
      { role: 'user', text: wrong.join('\n') },
    ];
  }
}

/** A model that keeps its thoughts apart may leave its answer among them. */
function findJson({ text, reasoning, toolInput }: ModelReply): { value: unknown } | undefined {
  const answer = toolInput ?? text;
  return answer.trim() === '' ? parseLoosely(reasoning) : parseLoosely(answer);
}
