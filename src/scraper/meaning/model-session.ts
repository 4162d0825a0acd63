import { DeadlinePart } from '../../lib/time/deadline-part.ts';
import type { JsonAnswer, JsonQuestion } from '../../models/ask-for-json.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import type { LanguageModel } from '../../models/open-language-model.ts';
import type { KeptAnswers, ShownToModel } from '../learnt/kept-answers.ts';
import type { PageTask } from '../page-task.ts';

/** The language model as scrapes ask it. */
export type AskedModel = Pick<LanguageModel, 'id' | 'askForJson' | 'budget' | 'concurrency'>;

/** Requests and tokens, as far as endpoints tell them. */
export interface ModelUsage {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** The page that is asked about: whose it is, and the time that there is for it. */
export type AskingTask = Pick<PageTask, 'deadline' | 'teamId' | 'job' | 'options'>;

/** Time that stays for what is still to be done with a page, ms. */
const RESERVE_MS = 1_500;

/** The questions about one page that belong together; counts what they take. Disposing ends its clock. */
export class ModelSession implements Disposable {
  readonly usage: ModelUsage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  readonly #model: AskedModel;
  readonly #task: AskingTask;
  readonly #deadline: DeadlinePart;
  readonly #kept: KeptAnswers | undefined;
  /** Questions that were answered before, with the same text. */
  keptAnswers = 0;

  constructor(model: AskedModel, task: AskingTask, kept?: KeptAnswers) {
    this.#model = model;
    this.#task = task;
    const { zeroDataRetention, lockdown } = task.options;
    this.#kept = zeroDataRetention || lockdown ? undefined : kept;
    this.#deadline = new DeadlinePart(task.deadline, RESERVE_MS);
  }

  get budget(): AskedModel['budget'] {
    return this.#model.budget;
  }

  get concurrency(): number {
    return this.#model.concurrency;
  }

  get signal(): AbortSignal {
    return this.#deadline.signal;
  }

  /** The clock of the page stands still while it waits for others. */
  pause(): Disposable {
    return this.#deadline.pause();
  }

  /** Gives the answer that is kept, where there is one, else asks. Rejects as `AskForJson` does. */
  async ask(question: JsonQuestion): Promise<Pick<JsonAnswer, 'value'>> {
    const { teamId } = this.#task;
    if (this.#kept === undefined || teamId === undefined) return this.#askModel(question);
    const shown = shownBy(question, this.#model.id);
    const found = await this.#kept.find(teamId, shown, this.signal);
    if (found !== undefined) {
      this.keptAnswers += 1;
      return found;
    }
    const answer = await this.#askModel(question);
    await this.#kept.keep(teamId, shown, answer);
    return answer;
  }

  async #askModel(question: JsonQuestion): Promise<JsonAnswer> {
    const { teamId = '', job } = this.#task;
    const isBackground = job !== undefined;
    try {
      const answer = await this.#model.askForJson(question, {
        deadline: this.#deadline,
        teamId,
        isBackground,
      });
      this.#count(answer);
      return answer;
    } catch (error) {
      if (error instanceof ModelFailure) this.usage.requests += error.requests;
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#deadline[Symbol.dispose]();
  }

  #count({ requests, promptTokens, completionTokens }: JsonAnswer): void {
    this.usage.requests += requests;
    this.usage.promptTokens += promptTokens;
    this.usage.completionTokens += completionTokens;
  }
}

function shownBy({ instructions, schema, task, page }: JsonQuestion, model: string): ShownToModel {
  return { model, instructions, schema: schema.text, task, page: page ?? '' };
}
