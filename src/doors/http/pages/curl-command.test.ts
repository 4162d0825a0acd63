import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '../../../contract/endpoints/index.ts';
import { curlCommand } from './curl-command.ts';

const baseUrl = 'http://127.0.0.1:3002';

test('writes a POST with key, content type and body', () => {
  assert.equal(
    curlCommand(endpoints.scrape, { baseUrl }),
    `curl http://127.0.0.1:3002/v2/scrape \\
  -H 'Authorization: Bearer YOUR_API_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com","formats":["markdown","links"]}'`,
  );
});

test('fills path parameters and leaves the key out where none is needed', () => {
  const command = curlCommand(endpoints.scrapeStatus, { baseUrl, isKeyRequired: false });
  assert.equal(command, `curl ${baseUrl}/v2/scrape/${endpoints.scrapeStatus.example.params.id}`);
});

test('names a method that curl would not choose itself', () => {
  const stop = { ...endpoints.scrapeStatus, method: 'DELETE' as const };
  assert.match(curlCommand(stop, { baseUrl }), /^curl -X DELETE http:/);
});

test('quotes what a shell would read', () => {
  const odd = { ...endpoints.scrape, example: { body: { url: "it's" }, reply: {} } };
  const command = curlCommand(odd, { baseUrl: 'http://[::1]:3002/$(id)' });
  assert.match(command, /^curl 'http:\/\/\[::1\]:3002\/\$\(id\)\/v2\/scrape'/);
  assert.ok(command.includes(`-d '{"url":"it'\\''s"}'`));
});
