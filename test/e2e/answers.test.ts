import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { openServiceDatabase } from '../support/service-database.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { startTestSite } from '../support/test-site.ts';

const PRODUCT = {
  '@type': 'Product',
  name: 'Copper kettle',
  brand: { '@type': 'Brand', name: 'Acme' },
  offers: { '@type': 'Offer', price: '49.90', priceCurrency: 'EUR' },
};
const KETTLE = `<title>Copper kettle – Acme</title><script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>
  <nav><a href="/">Home</a></nav><main><h1>Copper kettle</h1>
  <p>The copper kettle from Acme holds two litres of water and boils them within four minutes on any stove.</p>
  <p>We deliver it within three working days to every address in the country, free of charge above fifty euros.</p>
  <h2>Care</h2><p>Wipe the kettle with a soft cloth and never put it into the dishwasher, or the copper turns dull.</p>
  <table><tr><th>Weight</th><td>1.2 kg</td></tr><tr><th>Volume</th><td>2 l</td></tr></table></main>`;
const SCHEMA = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' }, weight: { type: 'string' } },
  required: ['name', 'price'],
};

const DATA = { name: 'Copper kettle', price: 49.9, weight: '1.2 kg' };

describe('answers without a language model', () => {
  let site: LoopbackSite;
  let service: CalledService;
  let client: Firecrawl;

  before(async () => {
    site = await startTestSite({ '/': KETTLE, '/blank': '<title>x</title>' });
    service = await shareTestService();
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });
  after(() => site?.[Symbol.asyncDispose]());

  test('a schema is filled with what the page states', async () => {
    const { json, warning, metadata } = await client.scrape(`${site.origin}/`, {
      formats: [{ type: 'json', schema: SCHEMA }],
    });
    assert.deepEqual(json, DATA);
    assert.match(
      warning ?? '',
      /^formats: json has what the page states, .*; no language model is configured \(DECANT_LLM_BASE_URL, DECANT_LLM_MODEL\)\.$/,
    );
    assert.equal(metadata?.creditsUsed, 1);
  });

  test('the place of each value is told on request', async () => {
    const { body } = await service.call('/v2/scrape', {
      url: `${site.origin}/`,
      formats: [{ type: 'json', schema: { ...SCHEMA, 'x-decant-evidence': true } }],
    });
    const evidence = JSON.parse(body.data.metadata.jsonEvidence) as Array<Record<string, unknown>>;
    assert.deepEqual(
      evidence.map(({ path, source }) => [path, source]),
      [
        ['/name', 'json-ld'],
        ['/price', 'json-ld'],
        ['/weight', 'pair'],
      ],
    );
    assert.match(String(evidence[2]?.['quote']), /1\.2 kg/);
    assert.equal(evidence[2]?.['selector'], 'tbody > tr:nth-of-type(1) > td:nth-of-type(1)');
  });

  test('the trace has the place of each value without being asked', async () => {
    const { body } = await service.call('/v2/scrape', {
      url: `${site.origin}/`,
      formats: [{ type: 'json', schema: SCHEMA }],
      maxAge: 0,
    });
    assert.equal(body.data.metadata.jsonEvidence, undefined);
    await using db = await openServiceDatabase({ dataDir: service.dataDir });
    const { rows } = await db.query<{ trace: Array<Record<string, unknown>> }>(
      'select trace from scrape where id = $1',
      [body.data.metadata.scrapeId],
    );
    const converted = rows[0]?.trace.find(({ step }) => step === 'convert');
    const evidence = converted?.['evidence'] as Array<Record<string, unknown>>;
    assert.deepEqual(
      evidence.map(({ path, source }) => [path, source]),
      [
        ['/name', 'json-ld'],
        ['/price', 'json-ld'],
        ['/weight', 'pair'],
      ],
    );
  });

  test('a field that is required and not stated is named, and nothing is made up', async () => {
    const schema = {
      ...SCHEMA,
      properties: { ...SCHEMA.properties, rating: { type: 'number' } },
      required: ['rating'],
    };
    const { body } = await service.call('/v2/scrape', {
      url: `${site.origin}/`,
      formats: [{ type: 'json', schema, prompt: 'The rating' }],
    });
    assert.equal(body.data.json, null);
    assert.match(
      body.data.warning,
      /the prompt was left out.*formats: json is null: the page does not state \/rating; no language model/,
    );
  });

  test('a question has the passage that answers it, and words have theirs', async () => {
    const formats = [
      { type: 'question', question: 'How long does delivery take?' },
      { type: 'highlights', query: 'weight' },
    ];
    const { body } = await service.call('/v2/scrape', { url: `${site.origin}/`, formats });
    assert.match(body.data.answer, /^We deliver it within three working days/);
    assert.match(body.data.highlights, /1\.2 kg/);
    assert.equal(body.data.metadata.creditsUsed, 1);
    for (const [mode, key] of [
      ['freeform', 'answer'],
      ['directQuote', 'answer'],
    ] as const) {
      const asked = await service.call('/v2/scrape', {
        url: `${site.origin}/`,
        formats: [{ type: 'query', prompt: 'Can it go into the dishwasher?', mode }],
      });
      assert.match(asked.body.data[key], /never put it into the dishwasher/, mode);
    }
  });

  test('a summary has sentences of the page', async () => {
    const { summary } = await client.scrape(`${site.origin}/`, { formats: ['summary'] });
    assert.match(summary ?? '', /^The copper kettle from Acme holds two litres of water/);
  });

  test('a page without text has empty answers that say so', async () => {
    const { body } = await service.call('/v2/scrape', {
      url: `${site.origin}/blank`,
      formats: ['summary', { type: 'question', question: 'Why?' }, { type: 'json', schema: SCHEMA }],
    });
    const { answer, summary, json, warning } = body.data;
    assert.deepEqual([answer, summary], ['', '']);
    assert.equal(json, null);
    assert.match(warning, /summary is empty.*question is empty.*json is null/);
  });

  test('files, batches and crawls have them as well', async () => {
    const form = new FormData();
    form.set('file', new Blob([KETTLE], { type: 'text/html' }), 'kettle.html');
    form.set('options', JSON.stringify({ formats: [{ type: 'json', schema: SCHEMA }, 'summary'] }));
    const headers = { authorization: `Bearer ${service.key}` };
    const parsed = await fetch(`${service.url}/v2/parse`, { method: 'POST', headers, body: form });
    const { data: file } = (await parsed.json()) as { data: { json: unknown; summary: string } };
    assert.deepEqual(file.json, DATA);
    assert.match(file.summary, /^The copper kettle/);
    const { data } = await client.crawl(`${site.origin}/`, {
      limit: 1,
      scrapeOptions: { formats: [{ type: 'json', schema: SCHEMA }] },
      pollInterval: 1,
    });
    assert.deepEqual(
      data.map(({ json }) => json),
      [DATA],
    );
  });

  test('a schema that is wrong is refused by its place, also one that nobody could check in time', async () => {
    const refused = async (schema: unknown): Promise<[number, string, string]> => {
      const { status, body } = await service.call('/v2/scrape', {
        url: `${site.origin}/`,
        formats: [{ type: 'json', schema }],
      });
      return [status, body.code, body.error];
    };
    const wrong = await refused({ type: 'object', properties: { price: { type: 'nummer' } } });
    assert.deepEqual(wrong.slice(0, 2), [400, 'BAD_REQUEST']);
    assert.match(wrong[2], /formats\.json\.schema\.properties\.price\.type/);
    let doubled: unknown = { type: 'string' };
    const $defs: Record<string, unknown> = {};
    for (let level = 0; level < 25; level++) {
      $defs[`l${level}`] = doubled;
      doubled = { allOf: [{ $ref: `#/$defs/l${level}` }, { $ref: `#/$defs/l${level}` }] };
    }
    const heavy = await refused({ type: 'object', properties: { x: doubled }, $defs });
    assert.deepEqual(heavy.slice(0, 2), [400, 'BAD_REQUEST']);
  });

  test('a pattern that never ends is ended by the deadline, and nobody else waits', async () => {
    const schema = {
      type: 'object',
      properties: { name: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } },
    };
    const trap = await startTestSite({
      '/': `<title>x</title><main><h1>${'a'.repeat(60)} b</h1><p>Words of it all.</p></main>`,
    });
    await using _site = trap;
    const stuck = service.call('/v2/scrape', {
      url: `${trap.origin}/`,
      formats: [{ type: 'json', schema }],
      timeout: 2_000,
    });
    const other = await service.call('/v2/scrape', { url: `${site.origin}/`, formats: ['markdown'] });
    assert.equal(other.status, 200);
    const { status, body } = await stuck;
    assert.deepEqual([status, body.code], [408, 'SCRAPE_TIMEOUT']);
  });
});
