import type { Prompt, PromptOf, ViewNews } from './view-news.ts';
import type { DriveMessageOf } from './viewer-message.ts';

/** An answer to a prompt, with the files that came with it. */
export type PromptAnswer = DriveMessageOf<'choose' | 'field' | 'dialog' | 'files'> & {
  contents: readonly Uint8Array[];
};

interface OpenPrompt {
  news: Prompt;
  /** Undefined: whoever drives may answer. */
  viewer: PromptViewer | undefined;
  onAnswer: (answer: PromptAnswer) => void;
}

export interface PromptViewer {
  tell(news: ViewNews): void;
}

const KIND_OF_ANSWER = { choose: 'select', field: 'field', dialog: 'dialog', files: 'chooser' } as const;

/** Questions of the page that wait for those who drive. The first answer counts. */
export class Prompts {
  readonly #open = new Map<number, OpenPrompt>();
  readonly #drivers: () => Iterable<PromptViewer>;
  #lastId = 0;

  constructor(drivers: () => Iterable<PromptViewer>) {
    this.#drivers = drivers;
  }

  /** Asks one viewer, or all who drive. Returns what ends the question. */
  ask(prompt: PromptOf, onAnswer: (answer: PromptAnswer) => void, viewer?: PromptViewer): () => void {
    this.#lastId += 1;
    const id = this.#lastId;
    const news: Prompt = { id, ...prompt };
    this.#open.set(id, { news, viewer, onAnswer });
    for (const one of this.#askedOf(viewer)) one.tell(news);
    return () => this.#close(id);
  }

  answer(viewer: PromptViewer, answer: PromptAnswer): void {
    const open = this.#open.get(answer.id);
    if (!open || (open.viewer && open.viewer !== viewer)) return;
    if (open.news.type !== KIND_OF_ANSWER[answer.type]) return;
    this.#close(answer.id);
    open.onAnswer(answer);
  }

  /** Tells somebody new what everybody is asked. */
  repeatTo(viewer: PromptViewer): void {
    for (const open of this.#open.values()) if (!open.viewer) viewer.tell(open.news);
  }

  forget(viewer: PromptViewer): void {
    for (const [id, open] of this.#open) if (open.viewer === viewer) this.#open.delete(id);
  }

  closeAll(): void {
    for (const id of this.#open.keys()) this.#close(id);
  }

  #close(id: number): void {
    const open = this.#open.get(id);
    if (!this.#open.delete(id) || !open) return;
    for (const one of this.#askedOf(open.viewer)) one.tell({ type: 'closed', id });
  }

  #askedOf(viewer: PromptViewer | undefined): Iterable<PromptViewer> {
    return viewer ? [viewer] : this.#drivers();
  }
}
