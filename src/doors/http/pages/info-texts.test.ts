import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentedEndpoints } from '../../../contract/endpoints/index.ts';
import { createInfoTexts } from './info-texts.ts';
import { createOpenApi } from './openapi.ts';
import { renderReferencePage } from './reference-page.ts';

const BASES = [
  'http://127.0.0.1:3002',
  'https://decant.example/below',
  'http://[::1]:3002',
  `http://a'b;$(id)`,
  'http://<i>&"x"',
  'http://$&$1',
  'http://base.invalid',
  'http://[base.invalid]',
];

const SOME_ENDPOINTS = documentedEndpoints.slice(0, 2);

for (const [isKeyRequired, bases, endpoints] of [
  [true, BASES.slice(0, 1), documentedEndpoints],
  [false, BASES.slice(0, 1), SOME_ENDPOINTS],
  [true, BASES, SOME_ENDPOINTS],
] as const) {
  test(`texts with an address filled in are those that were made for it (key: ${isKeyRequired}, ${endpoints.length} endpoints, ${bases.length} addresses)`, () => {
    const options = { endpoints, version: '1.2.3', isKeyRequired };
    const texts = createInfoTexts(options);
    const expected = bases.map((baseUrl) => ({
      baseUrl,
      page: renderReferencePage({ ...options, baseUrl }),
      openApi: createOpenApi({ ...options, servers: [baseUrl] }),
    }));
    const said = expected.map(({ baseUrl, page, openApi }) => {
      assert.equal(texts.reference(baseUrl), page, baseUrl);
      const text = texts.openApi(baseUrl);
      assert.equal(text, JSON.stringify(openApi));
      return text;
    });
    // After other addresses as before them.
    for (const [at, { baseUrl, page }] of expected.entries()) {
      assert.equal(texts.reference(baseUrl), page, baseUrl);
      assert.equal(texts.openApi(baseUrl), said[at]);
    }
  });
}

test('they are made once', () => {
  let made = 0;
  const counted = SOME_ENDPOINTS.map((endpoint) =>
    Object.defineProperty({ ...endpoint }, 'summary', {
      get() {
        made++;
        return endpoint.summary;
      },
      enumerable: true,
    }),
  );
  const texts = createInfoTexts({ endpoints: counted, version: '1.2.3' });
  const ask = (host: string): void => {
    texts.reference(`http://${host}`);
    texts.openApi(`http://${host}`);
  };
  for (const host of ['a', '[::1]']) ask(host);
  const first = made;
  assert.ok(first > 0);
  for (let each = 0; each < 100; each++) ask(`host-${each}`);
  assert.equal(made, first);
});
