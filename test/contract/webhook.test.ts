import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWith } from '../../src/lib/validate.ts';
import { toJsonSchema } from '../../src/contract/json-schema.ts';
import { webhookBody } from '../../src/contract/requests/webhook-events.ts';
import { webhookConfig } from '../../src/contract/requests/webhook.ts';

const parse = (value: unknown) => parseWith(webhookConfig, value);
const BOTH = (event: string) => [`crawl.${event}`, `batch_scrape.${event}`];

function problemOf(value: unknown): string {
  try {
    parse(value);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'accepted';
}

test('a URL alone is an object with nothing but a URL; all events but cancelled', () => {
  const complete = {
    url: 'https://hooks.example/x?y=1',
    headers: {},
    metadata: {},
    events: ['started', 'page', 'completed', 'failed'].flatMap(BOTH),
  };
  assert.deepEqual(parse('https://hooks.example/x?y=1'), complete);
  assert.deepEqual(parse({ url: 'https://hooks.example/x?y=1' }), complete);
});

test('events come out under their full names, each once; what comes out goes in again', () => {
  const { events } = parse({ url: 'http://a.example', events: ['page', 'crawl.page', 'crawl.cancelled'] });
  assert.deepEqual(events, ['crawl.page', 'batch_scrape.page', 'crawl.cancelled']);
  assert.deepEqual(parse({ url: 'http://a.example', events }).events, events);
  assert.deepEqual(parse({ url: 'http://a.example', events: [] }).events, []);
});

test('says where it is wrong', () => {
  assert.match(problemOf({ url: 'http://a.example', event: [] }), /unknown key "event".*"events"/);
  assert.match(
    problemOf({ url: 'http://a.example', events: ['pages'] }),
    /^events\[0\] .*did you mean "page"/,
  );
  assert.match(problemOf({ url: 'http://a.example', events: ['cancelled'] }), /^events\[0\] must be one of/);
  assert.match(problemOf({ url: 'http://a.example', metadata: 7 }), /^metadata must be/);
  assert.match(problemOf({}), /^url is required/);
  assert.match(problemOf({ url: 'http://a.example', metadata: { a: 'x'.repeat(70_000) } }), /^metadata must/);
  assert.match(problemOf({ url: 'http://a.example', headers: { a: 'x'.repeat(40_000) } }), /^headers must/);
});

test('takes http and https URLs with their scheme only', () => {
  for (const url of [
    '',
    'a.example/x',
    '//a.example',
    'ftp://a.example',
    'http://',
    'http://a .example',
    'x',
  ])
    assert.match(problemOf(url), /^url must be an http or https URL/, url);
  assert.match(problemOf(`http://a.example/${'x'.repeat(9000)}`), /at most 8192/);
  assert.equal(problemOf('HTTP://user:secret@[::1]:8080/x'), 'accepted');
});

test('headers that describe the message, the connection or the signature cannot be set', () => {
  const ours = ['x-service-signature', 'X-FIRECRAWL-SIGNATURE', 'x-service-timestamp'];
  const names = [...ours, 'X-Service-Timestamped-Signature', 'Host', 'Content-Type', 'content-length'];
  for (const name of [...names, 'Proxy-Authorization', 'Transfer-Encoding', 'connection'])
    assert.match(
      problemOf({ url: 'http://a.example', headers: { [name]: 'x' } }),
      /^headers.* cannot be set$/,
    );
  assert.match(problemOf({ url: 'http://a.example', headers: { 'a b': 'x' } }), /not a valid header name/);
  assert.match(problemOf({ url: 'http://a.example', headers: { a: 'x\r\ny: z' } }), /must not contain/);
  const headers = { Authorization: 'Bearer x', 'X-Mine': 'y' };
  assert.deepEqual(parse({ url: 'http://a.example', headers }).headers, headers);
});

test('both have a JSON Schema', () => {
  const { $defs } = toJsonSchema(webhookConfig, 'input');
  assert.deepEqual($defs?.['Webhook']?.['required'], ['url']);
  assert.ok(toJsonSchema(webhookBody, 'output').$defs?.['WebhookBody']);
});
