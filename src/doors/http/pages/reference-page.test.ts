import { parse } from 'parse5';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { defineEndpoint } from '../../../contract/endpoint.ts';
import { documentedEndpoints } from '../../../contract/endpoints/index.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { scrapeOptionsShape } from '../../../contract/options/scrape-options-shape.ts';
import { renderReferencePage } from './reference-page.ts';

const baseUrl = 'http://127.0.0.1:3002';
const all = { endpoints: documentedEndpoints, version: '1.2.3' };
const page = renderReferencePage({ ...all, baseUrl });

test('is well-formed HTML without scripts or anything loaded from elsewhere', () => {
  const errors: string[] = [];
  parse(page, { onParseError: ({ code }) => errors.push(code) });
  assert.deepEqual(errors, []);
  assert.doesNotMatch(page, /<script|<img|<iframe|@import|url\(|\son\w+=/i);
  const links = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target]) => String(target));
  for (const target of links) assert.match(target, /^(?:#|data:|openapi\.json$)/);
});

test('links only to sections that exist', () => {
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), `#${target}`);
});

test('shows every endpoint, scrape option and error that callers can tell apart', () => {
  for (const { name, path, errors } of documentedEndpoints) {
    assert.ok(page.includes(`id="${name}"`) && page.includes(`<code>${path}</code>`), name);
    for (const code of errors) assert.ok(page.includes(`${ERRORS[code].message}.`), code);
  }
  for (const [name, field] of Object.entries(scrapeOptionsShape)) {
    assert.equal(page.includes(`<code>${name}</code>`), !field.meta()?.deprecated, name);
  }
});

test('starts with a command that carries the base URL, and a key only where one is needed', () => {
  assert.ok(page.includes(`curl ${baseUrl}/v2/scrape \\`));
  assert.ok(page.includes('Authorization: Bearer YOUR_API_KEY'));
  const open = renderReferencePage({ ...all, baseUrl, isKeyRequired: false });
  assert.doesNotMatch(open, /YOUR_API_KEY/);
  assert.match(open, /no key is needed/);
});

test('escapes everything that it is given', () => {
  const evil = '<b>"&\'';
  const endpoint = defineEndpoint({
    name: 'odd',
    method: 'GET',
    path: '/v2/odd',
    summary: evil,
    description: evil,
    query: z.object({ [evil]: z.string().default(evil).meta({ description: evil }) }),
    reply: z.object({}),
    errors: [],
    auth: 'none',
    credits: evil,
    example: { reply: { evil } },
  });
  const odd = renderReferencePage({ baseUrl: `http://${evil}`, endpoints: [endpoint], version: evil });
  assert.ok(odd.includes('&lt;b&gt;'));
  assert.doesNotMatch(odd, /<b>/);
});
