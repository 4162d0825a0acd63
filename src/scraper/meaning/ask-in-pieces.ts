import { ModelFailure } from '../../models/model-failure.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { splitMarkdown } from '../../text/split-markdown.ts';
import type { ModelSession } from './model-session.ts';

/** A question about a text that may be too long for one request. */
export interface PiecesQuestion<Answer> {
  /** The words beside the text, to know how much room is left. */
  fixed: string;
  /** `isPart`: the text is a piece of a longer one. */
  ask: (text: string, isPart: boolean) => Promise<Answer>;
}

export interface PiecesAnswer<Answer> {
  /** In the order of the text. */
  answers: Answer[];
  /** The part of the text that nobody looked at, from 0 to 1. */
  unread: number;
}

/** A page of more is cut off, and its caller told. */
const MAX_PIECES = 16;
const MAX_REQUESTS = 48;
/** A piece that still was too much is halved so many times. */
const MAX_HALVINGS = 4;
/** In less room nothing can be said about a page. */
const LEAST_ROOM = 150;
const MARGIN = 0.95;

/** Asks about a whole text, or about its pieces side by side where it is too long. Rejects as `ModelSession.ask` does. */
export function askInPieces<Answer>(
  session: ModelSession,
  text: string,
  question: PiecesQuestion<Answer>,
): Promise<PiecesAnswer<Answer>> {
  return new PiecesInquiry(session, question).run(text);
}

class PiecesInquiry<Answer> {
  readonly #session: ModelSession;
  readonly #question: PiecesQuestion<Answer>;
  #requests = 0;
  #hasFailed = false;

  constructor(session: ModelSession, question: PiecesQuestion<Answer>) {
    this.#session = session;
    this.#question = question;
  }

  async run(text: string): Promise<PiecesAnswer<Answer>> {
    const { budget } = this.#session;
    if (budget.countTokens(text) <= this.#room())
      return { answers: await this.#askFor(text, false, 0), unread: 0 };
    const pieces = splitMarkdown(text, this.#mostOf(text));
    const read = pieces.slice(0, MAX_PIECES);
    const length = read.reduce((sum, { body }) => sum + body.length, 0);
    const answers = await this.#askForAll(
      read.map((piece) => piece.text),
      0,
    );
    return { answers, unread: 1 - length / text.length };
  }

  #room(): number {
    const room = this.#session.budget.roomFor(this.#question.fixed);
    if (room < LEAST_ROOM) throw new ModelFailure('too-long');
    return room;
  }

  /** Estimated tokens that a piece of a text may have, where the endpoint counts otherwise. */
  #mostOf(text: string): number {
    const perEstimate = this.#session.budget.countTokens(text) / Math.max(1, estimateTokens(text));
    return (this.#room() / perEstimate) * MARGIN;
  }

  async #askForAll(texts: readonly string[], halvings: number): Promise<Answer[]> {
    const answers: Answer[][] = [];
    const waiting = texts.entries();
    const workers = Array.from({ length: Math.min(texts.length, this.#session.concurrency) }, async () => {
      for (const [index, text] of waiting) {
        if (this.#hasFailed) return;
        answers[index] = await this.#askFor(text, true, halvings);
      }
    });
    await Promise.all(workers);
    return answers.flat();
  }

  async #askFor(text: string, isPart: boolean, halvings: number): Promise<Answer[]> {
    try {
      if (++this.#requests > MAX_REQUESTS) throw new ModelFailure('too-long');
      return [await this.#question.ask(text, isPart)];
    } catch (error) {
      const halves = isTooMuch(error) && halvings < MAX_HALVINGS ? this.#halvesOf(text) : [];
      if (halves.length < 2) {
        this.#hasFailed = true;
        throw error;
      }
      return this.#askForAll(halves, halvings + 1);
    }
  }

  /** The endpoint may have shown meanwhile that it looks at less than was believed. */
  #halvesOf(text: string): string[] {
    const most = Math.min(estimateTokens(text) / 2, this.#mostOf(text));
    return splitMarkdown(text, most).map((piece) => piece.text);
  }
}

/** The text was too long, or the answer about all of it. */
function isTooMuch(error: unknown): boolean {
  return error instanceof ModelFailure && (error.kind === 'too-long' || error.kind === 'cut');
}
