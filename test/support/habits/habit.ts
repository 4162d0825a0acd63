import type { ServerResponse } from 'node:http';
import type { ModelFailureKind } from '../../../src/models/model-failure.ts';

/** A request as an endpoint of a model gets it. */
export interface HabitRequest {
  /** The how-manieth of this endpoint, from 1. */
  count: number;
  body: Readonly<Record<string, any>>;
}

/** The answer to one: a body of JSON, a text, or whatever is written to the response. */
export interface HabitReply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string | Buffer;
  write?: (response: ServerResponse) => void;
}

/** A way in which endpoints behave, and what must come of it. */
export interface ServerHabit {
  name: string;
  reply: (request: HabitRequest) => HabitReply | Promise<HabitReply>;
  expected: 'right' | ModelFailureKind;
  /** The number of requests that it takes. */
  requests: number;
  /** It never ends by itself: the deadline has to. */
  isEndless?: boolean;
  /** The page stands so many times in the prompt. */
  pages?: number;
}

/** What the page of these tests says. */
export const RIGHT = { name: 'Blue Lamp', price: 19.9, tags: ['home', 'light'] };
export const RIGHT_TEXT: string = JSON.stringify(RIGHT);
/** Stands in what endpoints say of errors; callers must never see it. */
export const SAID = 'ENDPOINT-SAID';
/** The key that endpoints are asked with. */
export const KEY = 'sk-do-not-tell-0123456789';

export interface CompletionOptions {
  finish?: string;
  message?: Record<string, unknown>;
  usage?: unknown;
}

/** A chat completion as OpenAI sends it. */
export function completion(
  content: unknown,
  { finish = 'stop', message = {}, usage }: CompletionOptions = {},
): HabitReply {
  return {
    json: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_780_000_000,
      model: 'test-model',
      choices: [{ index: 0, message: { role: 'assistant', content, ...message }, finish_reason: finish }],
      ...(usage !== undefined && { usage }),
    },
  };
}

export const right = (): HabitReply => completion(RIGHT_TEXT);

/** An error as OpenAI sends it. */
export function failure(status: number, message: string, more: Record<string, unknown> = {}): HabitReply {
  const error = {
    message: `${message} ${SAID}`,
    type: 'invalid_request_error',
    param: null,
    code: null,
    ...more,
  };
  return { status, json: { error } };
}

/** The first request is answered so, all others rightly. */
export const once =
  (first: HabitReply) =>
  ({ count }: HabitRequest): HabitReply =>
    count === 1 ? first : right();

/** Refuses requests in which something stands, and answers others rightly. */
export const unless =
  (isRefused: (body: HabitRequest['body']) => boolean, refusal: HabitReply) =>
  ({ body }: HabitRequest): HabitReply =>
    isRefused(body) ? refusal : right();
