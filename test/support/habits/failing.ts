import { setTimeout as sleep } from 'node:timers/promises';
import { completion, failure, KEY, once, right, RIGHT_TEXT, SAID, type ServerHabit } from './habit.ts';

const LATE_MS = 50;
const PAGE = `<!doctype html><title>Log in</title><p>${SAID}`;
const html = (status: number): ReturnType<ServerHabit['reply']> => ({
  status,
  headers: { 'content-type': 'text/html' },
  text: PAGE,
});
const busy = (headers: Record<string, string>): ReturnType<typeof failure> => ({
  ...failure(429, 'Rate limit reached', { code: 'rate_limit_exceeded' }),
  headers,
});
const always = (
  name: string,
  reply: ServerHabit['reply'],
  expected: ServerHabit['expected'],
  requests = 1,
): ServerHabit => ({ name, reply, expected, requests });

/** Endpoints with errors, and connections that break. */
export const FAILING_HABITS: readonly ServerHabit[] = [
  always(
    '401 with the key in it',
    () => failure(401, `Incorrect API key provided: ${KEY}.`),
    'authentication',
  ),
  always(
    '404 model',
    () => failure(404, 'The model `test-model` does not exist', { code: 'model_not_found' }),
    'no-such-model',
  ),
  always(
    '404 model of Ollama',
    () => failure(404, 'model "test-model" not found, try pulling it first'),
    'no-such-model',
  ),
  always('404 plain text', () => ({ status: 404, headers: {}, text: '404 page not found' }), 'not-a-model'),
  always('429 once, seconds', once(busy({ 'retry-after': '1' })), 'right', 2),
  always('429 once, milliseconds', once(busy({ 'retry-after-ms': '5' })), 'right', 2),
  always(
    '429 once, a date',
    (request) => once(busy({ 'retry-after': new Date(Date.now() + 1_000).toUTCString() }))(request),
    'right',
    2,
  ),
  always('429 for two minutes', () => busy({ 'retry-after': '120' }), 'busy'),
  always(
    '429 for quota',
    () => failure(429, 'You exceeded your current quota', { code: 'insufficient_quota' }),
    'quota',
  ),
  always('500 once', once(failure(500, 'The server had an error')), 'right', 2),
  always('500 always', () => failure(500, 'The server had an error'), 'busy', 3),
  always('502 HTML', () => html(502), 'busy', 3),
  always('503 loading once', once(failure(503, 'Loading model', { code: 503 })), 'right', 2),
  always('529', () => failure(529, 'Overloaded', { type: 'overloaded_error' }), 'busy', 3),
  always(
    'an error in 200',
    () => ({ json: { error: { message: `Provider returned error ${SAID}`, code: 502 } } }),
    'busy',
    3,
  ),
  always('finish_reason error', () => completion(RIGHT_TEXT, { finish: 'error' }), 'busy'),
  always('empty choices', () => ({ json: { id: 'x', choices: [] } }), 'invalid'),
  always('HTML with 200', () => html(200), 'not-a-model'),
  always(
    '307 elsewhere',
    () => ({ status: 307, headers: { location: 'http://127.0.0.1:9/elsewhere' }, text: SAID }),
    'not-a-model',
  ),
  always('late head', async () => (await sleep(LATE_MS), right()), 'right'),
  { ...always('never a head', () => ({ write: () => undefined }), 'timed-out'), isEndless: true },
  {
    ...always(
      'a body that stalls',
      () => ({ write: (response) => void response.writeHead(200).write('{"choices":[') }),
      'timed-out',
    ),
    isEndless: true,
  },
  always(
    'a body that is cut',
    () => ({
      write: (response) => {
        response.writeHead(200, { 'content-length': '500' });
        response.write('{"choices":[', () => response.destroy());
      },
    }),
    'not-reachable',
    3,
  ),
  always(
    'reset once',
    ({ count }) => (count === 1 ? { write: (response) => void response.destroy() } : right()),
    'right',
    2,
  ),
  always('reset always', () => ({ write: (response) => void response.destroy() }), 'not-reachable', 3),
  always(
    '50 MB of answer',
    () => ({
      write(response) {
        response.writeHead(200, { 'content-type': 'application/json' });
        const piece = Buffer.alloc(1_000_000, ' ');
        let left = 50;
        const send = (): void => {
          while (left-- > 0) if (!response.write(piece)) return void response.once('drain', send);
          response.end();
        };
        send();
      },
    }),
    'not-a-model',
  ),
];
