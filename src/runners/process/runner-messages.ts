import { jsonExcess, type JsonLimits } from '../../lib/json/json-excess.ts';

/** An order for a runner. */
export type ToRunner =
  /** It belongs to a session from now on, and drives its browser. */
  | { type: 'connect' }
  | { type: 'run'; id: number; language: string; code: string; mark: string }
  | { type: 'markdown'; id: number; markdown?: string; problem?: string }
  /** The Python that held objects of this runner has ended. */
  | { type: 'forget' };

/** A message from a runner. */
export type FromRunner =
  | { type: 'ready' }
  | { type: 'connected' }
  | { type: 'failed'; message: string }
  | { type: 'done'; id: number; result: string; exitCode: number }
  | { type: 'markdown'; id: number };

/** A message is one flat object. */
const LIMITS: JsonLimits = { levels: 1, containers: 1, members: 10, entries: 10 };
const MAX_MESSAGE_LENGTH = 20 * 2 ** 20;
const MAX_FAILURE = 2_000;
const MAX_EXIT_CODE = 255;

/** A control message as a runner may send it; throws when it is none. */
export function checkRunnerMessage(text: string): FromRunner {
  if (text.length > MAX_MESSAGE_LENGTH) throw new Error('a message is too long');
  const excess = jsonExcess(text, LIMITS);
  if (excess !== undefined) throw new Error(`a message ${excess}`);
  const message: unknown = JSON.parse(text);
  if (typeof message !== 'object' || message === null) throw new Error('a message is no object');
  const given = message as Record<string, unknown>;
  switch (given['type']) {
    case 'ready':
    case 'connected':
      return { type: given['type'] };
    case 'failed':
      return { type: 'failed', message: textOf(given['message']).slice(0, MAX_FAILURE) };
    case 'done':
      return {
        type: 'done',
        id: wholeNumber(given['id']),
        result: textOf(given['result']),
        exitCode: Math.min(wholeNumber(given['exitCode']), MAX_EXIT_CODE),
      };
    case 'markdown':
      return { type: 'markdown', id: wholeNumber(given['id']) };
    default:
      throw new Error('a message is of no known type');
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Error('a message holds something else than a text');
  return value;
}

function wholeNumber(value: unknown): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw new Error('a message holds something else than a number');
  return value as number;
}
