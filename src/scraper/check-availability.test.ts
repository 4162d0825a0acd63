import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ValidationIssue } from '../contract/errors.ts';
import { needs, type OptionThatNeeds } from '../contract/needs.ts';
import { scrapeRequest } from '../contract/requests/scrape.ts';
import type { ServiceError } from '../lib/service-error.ts';
import { createCheckAvailability } from './check-availability.ts';

async function check(members: Record<string, unknown>, hasModel = false): Promise<void> {
  const checkAvailability = createCheckAvailability({
    browserProblem: async () => 'no browser here',
    hasModel,
  });
  await checkAvailability(scrapeRequest.parse({ url: 'https://example.com', ...members }));
}

test('change tracking needs no model but for its mode json', async () => {
  await check({ formats: ['markdown', 'changeTracking'] });
  await check({ formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'daily' }] });
  await assert.rejects(
    check({ formats: ['markdown', { type: 'changeTracking', modes: ['git-diff', 'json'] }] }),
    {
      code: 'FEATURE_NOT_AVAILABLE',
      details: { option: 'formats: changeTracking with mode json', variable: 'DECANT_LLM_BASE_URL' },
    },
  );
});

test('change tracking keeps a version of the page: not without data retention', async () => {
  const formats = ['markdown', 'changeTracking'];
  await assert.rejects(check({ formats, zeroDataRetention: true }), { code: 'SCRAPE_ZDR_VIOLATION_ERROR' });
  await check({ formats, lockdown: true });
});

test('sound and film are files that are kept: not without data retention', async () => {
  for (const format of ['audio', 'video']) {
    await check({ formats: [format] });
    await assert.rejects(check({ formats: ['markdown', format], zeroDataRetention: true }), {
      code: 'SCRAPE_ZDR_VIOLATION_ERROR',
      details: { option: `formats: ${format}` },
    });
  }
});

/** A request for each option of a scrape that needs a language model. */
const ASKING: Record<OptionThatNeeds<'model'>, Record<string, unknown>> = {
  'formats: json without schema': { formats: [{ type: 'json', prompt: 'The price' }] },
  'formats: changeTracking with mode json': {
    formats: ['markdown', { type: 'changeTracking', modes: ['json'] }],
  },
  onlyCleanContent: { onlyCleanContent: true },
};

for (const [option, members] of Object.entries(ASKING)) {
  test(`${option} is refused where there is no language model, and done where there is one`, async () => {
    await assert.rejects(check(members), {
      code: 'FEATURE_NOT_AVAILABLE',
      message: `${option} needs a language model: set DECANT_LLM_BASE_URL and DECANT_LLM_MODEL`,
      details: { option, variable: 'DECANT_LLM_BASE_URL' },
    });
    await check(members, true);
  });
}

test('a schema that is wrong is refused by its place', async () => {
  const schema = { type: 'object', properties: { price: { type: 'nummer' } } };
  await check({
    formats: [{ type: 'json', schema: { type: 'object', properties: { price: { type: 'number' } } } }],
  });
  await assert.rejects(check({ formats: [{ type: 'json', schema }] }), (error: ServiceError) => {
    const [issue] = error.details as ValidationIssue[];
    assert.deepEqual(issue?.path, ['formats', 'json', 'schema', 'properties', 'price', 'type']);
    return error.code === 'BAD_REQUEST';
  });
});

test('what needs a browser is refused by the name that the reference marks, where there is none', async () => {
  for (const [option, members] of Object.entries({
    actions: { actions: [{ type: 'scrape' }] },
    waitFor: { waitFor: 1 },
    profile: { profile: { name: 'shop' } },
    'formats: screenshot': { formats: ['screenshot'] },
    'formats: branding': { formats: ['branding'] },
  })) {
    await assert.rejects(check(members), { code: 'FEATURE_NOT_AVAILABLE' });
    await assert.rejects(check(members), (error: ServiceError) =>
      error.message.startsWith(`${option} needs`),
    );
    assert.ok(needs(option, 'browser'), option);
  }
});

test('a selector that does not parse is named by its place', async () => {
  const attributes = { type: 'attributes', selectors: [{ selector: 'a[', attribute: 'href' }] };
  for (const [members, path] of [
    [{ includeTags: ['main', '##'] }, ['includeTags', 1]],
    [{ excludeTags: ['a[href'] }, ['excludeTags', 0]],
    [{ formats: ['markdown', attributes] }, ['formats', 'attributes', 'selectors', 0]],
  ] as const) {
    await assert.rejects(check(members), (error: ServiceError) => {
      assert.equal(error.code, 'BAD_REQUEST');
      const [issue] = error.details as ValidationIssue[];
      assert.deepEqual(issue, { path, code: 'custom', message: error.message });
      assert.match(error.message, /^\w[\w.[\]]*: The selector ".*" is not valid: /);
      return true;
    });
  }
});

test('a profile is not saved without data retention, but may be read', async () => {
  const browser = createCheckAvailability({ browserProblem: async () => undefined });
  const checkWith = async (members: Record<string, unknown>): Promise<void> =>
    browser(scrapeRequest.parse({ url: 'https://example.com', ...members }));
  await checkWith({ profile: { name: 'shop – täglich 🛒' } });
  await assert.rejects(checkWith({ profile: { name: 'shop' }, zeroDataRetention: true }), {
    code: 'SCRAPE_ZDR_VIOLATION_ERROR',
    details: { option: 'profile' },
  });
  await checkWith({ profile: { name: 'shop', saveChanges: false }, zeroDataRetention: true });
  for (const name of ['a\0b', 'a\nb', '\ud800']) {
    await assert.rejects(checkWith({ profile: { name } }), (error: ServiceError) => {
      const [issue] = error.details as ValidationIssue[];
      return error.code === 'BAD_REQUEST' && issue?.path.join('.') === 'profile.name';
    });
  }
});
