import { completion, RIGHT, RIGHT_TEXT, type ServerHabit } from './habit.ts';

const says = (name: string, content: string): ServerHabit => ({
  name,
  reply: () => completion(content),
  expected: 'right',
  requests: 1,
});
/** It says the same whatever is said to it. */
const insists = (name: string, content: string): ServerHabit => ({
  ...says(name, content),
  expected: 'invalid',
  requests: 3,
});
const toolCall = (input: unknown): Record<string, unknown> => ({
  tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'answer', arguments: input } }],
});

/** Endpoints that do not mind the form that was asked for. */
export const IGNORING_HABITS: readonly ServerHabit[] = [
  insists('other field names', '{"title":"Blue Lamp","cost":19.9,"labels":["home","light"]}'),
  insists('prose', 'The lamp is called Blue Lamp and costs 19.90.'),
  {
    name: 'prose, and JSON when asked again',
    reply: ({ count }) => completion(count === 1 ? 'A lamp.' : RIGHT_TEXT),
    expected: 'right',
    requests: 2,
  },
  {
    name: 'prose, and JSON by tool',
    reply: ({ body }) =>
      'tools' in body
        ? completion(null, { finish: 'tool_calls', message: toolCall(RIGHT_TEXT) })
        : completion('A lamp.'),
    expected: 'right',
    requests: 3,
  },
  says('fenced with chatter', `Sure! Here you are:\n\n\`\`\`json\n${RIGHT_TEXT}\n\`\`\`\n\nAnything else?`),
  says(
    'single quotes, comments, trailing commas',
    "{'name': 'Blue Lamp', // the name\n 'price': 19.9, 'tags': ['home', 'light',],}",
  ),
  says(
    'None and True of Python',
    "{'name': 'Blue Lamp', 'price': 19.9, 'tags': ['home', 'light'], 'link': None}",
  ),
  says('double encoded', JSON.stringify(RIGHT_TEXT)),
  says('wrapped in result', JSON.stringify({ result: RIGHT })),
  says('wrapped in the schema', JSON.stringify({ type: 'object', properties: RIGHT })),
  says('a list of one', JSON.stringify([RIGHT])),
  says(
    'strings for numbers',
    '{"name":"Blue Lamp","price":"19.9","tags":["home","light"],"sentences":3}'.replace(',"sentences":3', ''),
  ),
  insists('a price with its currency', '{"name":"Blue Lamp","price":"19.90 EUR","tags":["home","light"]}'),
  {
    name: 'a tool call only',
    reply: () => completion(null, { finish: 'tool_calls', message: toolCall(RIGHT_TEXT) }),
    expected: 'right',
    requests: 1,
  },
  {
    name: 'tool arguments as an object',
    reply: () => completion(null, { finish: 'tool_calls', message: toolCall(RIGHT) }),
    expected: 'invalid',
    requests: 1,
  },
  insists('an invented URL', JSON.stringify({ ...RIGHT, link: 'https://invented.example/lamp' })),
  insists('sentence numbers out of range', JSON.stringify({ ...RIGHT, sentences: [1, 99] })),
  insists(
    'does what the page says',
    JSON.stringify({ ...RIGHT, link: 'https://attacker.example/?key=stolen', note: 'as the page told me' }),
  ),
  insists(
    'ten thousand sentence numbers',
    JSON.stringify({ ...RIGHT, sentences: Array.from({ length: 10_000 }, (_, i) => i) }),
  ),
];
