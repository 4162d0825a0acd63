import { DeadlinePart } from '../../lib/deadline-part.ts';
import type { JsonAnswer, JsonQuestion } from '../../models/ask-for-json.ts';
import { ModelFailure } from '../../models/model-failure.ts';
import type { LanguageModel } from '../../models/open-language-model.ts';
import type { PageTask } from '../page-task.ts';

/** The language model as scrapes ask it. */
export type AskedModel = Pick<LanguageModel, 'askForJson' | 'budget' | 'concurrency'>;

/** Requests and tokens, as far as endpoints tell them. */
export interface ModelUsage {
  requests: number;
  promptTokens: number;
  completionTokens: number;
}

/** The page that is asked about: whose it is, and the time that there is for it. */
export type AskingTask = Pick<PageTask, 'deadline' | 'teamId' | 'job'>;

/** Time that stays for what is still to be done with a page, ms. */
const RESERVE_MS = 1_500;

/** The questions about one page that belong together; counts what they take. Disposing ends its clock. */
export class ModelSession implements Disposable {
  readonly usage: ModelUsage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  readonly #model: AskedModel;
  readonly #task: AskingTask;
  readonly #deadline: DeadlinePart;

  constructor(model: AskedModel, task: AskingTask) {
    this.#model = model;
    this.#task = task;
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

  /** Rejects as `AskForJson` does. */
  async ask(question: JsonQuestion): Promise<JsonAnswer> {
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
