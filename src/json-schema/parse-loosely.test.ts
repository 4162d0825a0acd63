import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLoosely } from './parse-loosely.ts';

const meant = { name: "Ann's", price: 12.5, tags: ['a', 'b'] };
const json = JSON.stringify(meant);

const readable: Record<string, string> = {
  'the text itself': json,
  'after blank lines': `\n\n \n${json}\n`,
  'in a fence with chatter': `Sure! Here it is:\n\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`,
  'in the last of two fences': `Like \`\`\`{"name":"x"}\`\`\` you asked:\n\`\`\`\n${json}\n\`\`\``,
  'between words': `The answer is ${json}, I think.`,
  'after thoughts': `<think>Perhaps {"name":"wrong"}?</think>${json}`,
  'after thoughts whose beginning is missing': `Perhaps {"name":"wrong"}?</think>\n${json}`,
  'said twice over': JSON.stringify(json),
  'in single quotes': `{'name': "Ann's", 'price': 12.5, 'tags': ['a', 'b']}`,
  'with comments and trailing commas': `{"name": "Ann's", // who\n "price": 12.5, "tags": ["a", "b",],}`,
  'without quotes around names': `{name: "Ann's", price: 12.5, tags: ["a", "b"]}`,
};
for (const [what, text] of Object.entries(readable)) {
  test(`JSON is found: ${what}`, () => assert.deepEqual(parseLoosely(text), { value: meant }));
}

test('words of Python are read', () => {
  assert.deepEqual(parseLoosely("{'a': None, 'b': True}"), { value: { a: null, b: true } });
});

const unreadable: Record<string, string> = {
  nothing: '',
  prose: 'The price is 12.50 and the name is Ann.',
  'thoughts without an end': `<think>Perhaps ${json} or`,
  'a text that ends in a number': '{"name": "a", "price": 12.',
  'a list that ends too early': '{"a": {"b": 1}, "list": [{"x": 1}, {"x": 2}, {"x":',
  'a text in quotes that ends too early': '{"name": "a } ',
  'a fence that ends too early': '```json\n{"list": [1, 2, 3',
  'very deep lists': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  'very deep lists with a fault': `${'['.repeat(5_000)},${']'.repeat(5_000)}`,
};
for (const [what, text] of Object.entries(unreadable)) {
  test(`no JSON is made of ${what}`, () => assert.equal(parseLoosely(text), undefined));
}

test('a scalar is read only as it stands', () => {
  assert.deepEqual(parseLoosely('12.5'), { value: 12.5 });
  assert.deepEqual(parseLoosely('"no JSON"'), { value: 'no JSON' });
  assert.equal(parseLoosely('12.5 EUR'), undefined);
});

test('a list of words in brackets is prose', () => {
  assert.equal(parseLoosely('[see below] The price is 3 [1]'), undefined);
});
