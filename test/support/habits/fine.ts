import { gzipSync } from 'node:zlib';
import { completion, RIGHT, RIGHT_TEXT, right, type HabitReply, type ServerHabit } from './habit.ts';

const textOf = (reply: HabitReply): string => JSON.stringify(reply.json);
const fine = (name: string, reply: ServerHabit['reply']): ServerHabit => ({
  name,
  reply,
  expected: 'right',
  requests: 1,
});
const usage = { prompt_tokens: 410, completion_tokens: 31, total_tokens: 441 };

/** Endpoints that answer, each in its own way. */
export const FINE_HABITS: readonly ServerHabit[] = [
  fine('ok', () => completion(RIGHT_TEXT, { usage })),
  fine('nulls of a strict schema', () =>
    completion(JSON.stringify({ ...RIGHT, link: null, sentences: null })),
  ),
  fine('minimal body', () => ({ json: { choices: [{ message: { content: RIGHT_TEXT } }] } })),
  fine('no usage', right),
  fine('null usage', () => completion(RIGHT_TEXT, { usage: null })),
  fine('content as parts', () => completion([{ type: 'text', text: RIGHT_TEXT }])),
  fine('gzip', () => ({
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    text: gzipSync(textOf(right())),
  })),
  fine('leading blank lines', () => ({
    headers: { 'content-type': 'application/json' },
    text: `\n\n\n${textOf(right())}`,
  })),
  fine('text/plain', () => ({ headers: { 'content-type': 'text/plain' }, text: textOf(right()) })),
  fine('no content type', () => ({ headers: {}, text: textOf(right()) })),
];
