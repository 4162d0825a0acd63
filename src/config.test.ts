import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConfigError, configVariables, loadConfig } from './config.ts';

test('every default works with nothing set', () => {
  const config = loadConfig({});
  assert.equal(config.http.port, 3002);
  assert.equal(config.http.host, '127.0.0.1');
  assert.equal(config.auth.isRequired, true);
  assert.equal(config.database.url, undefined);
  assert.deepEqual(config.net.allowAddresses, []);
});

test('an empty variable counts as not set', () => {
  assert.equal(loadConfig({ PORT: '', DATABASE_URL: '' }).http.port, 3002);
});

test('a bad value names its variable and what would be right', () => {
  for (const [name, value] of [
    ['PORT', '3002a'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['DECANT_SECRET', 'short'],
    ['DECANT_AUTH', 'maybe'],
    ['DECANT_API_KEY', 'short'],
    ['DECANT_API_KEY', 'a key with spaces'],
    ['DECANT_LOG_LEVEL', 'loud'],
    ['DECANT_PUBLIC_URL', 'decant.example'],
  ] as const) {
    assert.throws(
      () => loadConfig({ [name]: value }),
      (error) => error instanceof ConfigError && error.message.startsWith(`${name} `),
      name,
    );
  }
});

test('what is wrong with a value is said in our own words', () => {
  for (const [name, value, said] of [
    ['PORT', '99999', 'must be a whole number from 0 to 65535, not 99999'],
    ['PORT', '30 02', 'must be a whole number from 0 to 65535, not "30 02"'],
    ['DECANT_READERS', '0', 'must be a whole number from 1 to 64, not 0'],
    ['DECANT_CACHE_MAX_BYTES', '-1', 'must be a whole number of at least 0, not -1'],
    ['DECANT_AUTH', 'offf', 'must be one of on, off, not "offf"; did you mean "off"?'],
    ['DECANT_PUBLIC_URL', 'decant.example', 'must be a URL that begins with http:// or https://'],
    ['DECANT_DNS_SERVERS', '10.0.0.53,dns', 'must be IP addresses, each alone or with a port, not dns'],
    ['DECANT_OCR_LANGUAGES', 'eng,English', 'must be names of languages such as eng or chi_sim, not English'],
    ['DECANT_OCR_LANGUAGES', ',', 'must name a language such as eng'],
    [
      'DECANT_LLM_BASE_URL',
      'http://me:pw@model.intra/v1',
      'must be a URL of http:// or https:// without user, query and fragment',
    ],
    ['DECANT_LLM_BASE_URL', 'http://model.intra/v1/chat/completions', 'must end before /chat/completions'],
    ['DECANT_LLM_API_KEY', 'a key', 'must be printable ASCII without spaces'],
    ['DECANT_LLM_MODEL', ' small', 'must be the name of a model without blanks around it'],
    ['DECANT_LLM_CONTEXT_TOKENS', '1', 'must be a whole number from 1024 to 100000000, not 1'],
    ['DECANT_LLM_MAX_OUTPUT_TOKENS', '4k', 'must be a whole number from 64 to 1000000, not 4k'],
    ['DECANT_LLM_CONCURRENCY', '0', 'must be a whole number from 1 to 1000, not 0'],
    ['DECANT_LLM_HEADERS', 'x-key=secret', 'must be headers such as `x-team: blue, x-cost: low`'],
    ['DECANT_LLM_HEADERS', 'Host: a', 'cannot set the header host'],
    ['DECANT_LLM_EXTRA_BODY', '[secret]', 'must be a JSON object such as {"reasoning_effort":"low"}'],
    ['DECANT_LLM_EXTRA_BODY', '{"stream":true}', 'cannot have the member stream: Decant sets it'],
    [
      'DECANT_ALLOW_ADDRESSES',
      '10.0.0.0/8,http://me:pw@wiki.intra:8080/',
      'cannot have "http://wiki.intra:8080/" as an entry: it is a URL; write wiki.intra:8080',
    ],
  ] as const) {
    assert.throws(() => loadConfig({ [name]: value }), { name: 'ConfigError', message: `${name} ${said}` });
  }
});

test('a variable with our prefix that nobody reads is named, with the one that was meant', () => {
  const environment = {
    DECANT_ALOW_ADDRESSES: 'x',
    DECANT_PORT: '1',
    DECANT_WHATEVER_IT_IS: 'x',
    OTHER: 'x',
  };
  assert.deepEqual(loadConfig(environment).warnings, [
    'DECANT_ALOW_ADDRESSES is no variable of Decant: did you mean DECANT_ALLOW_ADDRESSES?',
    'DECANT_PORT is no variable of Decant: did you mean PORT?',
    'DECANT_WHATEVER_IT_IS is no variable of Decant: it has no effect',
  ]);
  assert.deepEqual(loadConfig({ DECANT_AUTH: 'on' }).warnings, []);
});

test('authentication can be switched off on loopback only', () => {
  assert.equal(loadConfig({ DECANT_AUTH: 'off' }).auth.isRequired, false);
  assert.equal(loadConfig({ DECANT_AUTH: 'off', HOST: '::1' }).auth.isRequired, false);
  assert.throws(
    () => loadConfig({ DECANT_AUTH: 'off', HOST: '0.0.0.0' }),
    /DECANT_AUTH=off.*HOST=0\.0\.0\.0/,
  );
});

test('a public URL loses its trailing slash, an allow list its blanks', () => {
  const config = loadConfig({
    DECANT_PUBLIC_URL: 'https://x.example/decant/',
    DECANT_ALLOW_ADDRESSES: ' 10.0.0.0/8, wiki:80 ,',
  });
  assert.equal(config.http.publicUrl, 'https://x.example/decant');
  assert.deepEqual(config.net.allowAddresses, ['10.0.0.0/8', 'wiki:80']);
});

test('every variable has a description', () => {
  for (const variable of configVariables) assert.ok(variable.description.length > 20, variable.name);
});

test('a language model is read with all that is said of it, or asked to be said whole', () => {
  const whole = {
    DECANT_LLM_BASE_URL: 'http://127.0.0.1:11434/v1',
    DECANT_LLM_MODEL: 'small',
    DECANT_LLM_HEADERS: 'X-Team: blue, x-cost:low',
    DECANT_LLM_EXTRA_BODY: '{"reasoning_effort":"low"}',
  };
  const { model } = loadConfig(whole);
  assert.ok(model);
  assert.deepEqual(
    { ...model, baseUrl: model.baseUrl.href },
    {
      baseUrl: 'http://127.0.0.1:11434/v1',
      apiKey: undefined,
      model: 'small',
      contextTokens: undefined,
      maxOutputTokens: 4_096,
      concurrency: 4,
      headers: { 'x-team': 'blue', 'x-cost': 'low' },
      extraBody: { reasoning_effort: 'low' },
    },
  );
  assert.equal(loadConfig({}).model, undefined);
  assert.throws(() => loadConfig({ DECANT_LLM_API_KEY: 'key' }), {
    message: 'DECANT_LLM_BASE_URL must be set as well as DECANT_LLM_API_KEY',
  });
  assert.throws(() => loadConfig({ ...whole, DECANT_LLM_MODEL: '' }), {
    message: 'DECANT_LLM_MODEL must be set as well as DECANT_LLM_BASE_URL',
  });
});

test('without a word about search the own pages are asked, and providers that are configured before', () => {
  assert.deepEqual(loadConfig({}).search, { order: ['own'], providers: [] });
  const { search } = loadConfig({
    DECANT_EXA_API_KEY: 'key-e',
    DECANT_SEARXNG_URL: 'http://127.0.0.1:8888/sub',
    DECANT_EXA_URL: 'https://gateway.example/exa',
  });
  assert.deepEqual(search.order, ['searxng', 'exa']);
  assert.deepEqual(
    search.providers.map(({ name, url, apiKey }) => [name, url.href, apiKey]),
    [
      ['searxng', 'http://127.0.0.1:8888/sub', undefined],
      ['exa', 'https://gateway.example/exa', 'key-e'],
    ],
  );
});

test('who is asked for results, in the order given, each once', () => {
  const env = { DECANT_SEARCH: 'brave, own,searxng,brave', DECANT_BRAVE_API_KEY: 'key-b' };
  const { search } = loadConfig({ ...env, DECANT_SEARXNG_URL: 'http://s.intra' });
  assert.deepEqual(search.order, ['brave', 'own', 'searxng']);
  assert.deepEqual(
    search.providers.map(({ name, url }) => [name, url.href]),
    [
      ['brave', 'https://api.search.brave.com/'],
      ['searxng', 'http://s.intra/'],
    ],
  );
});

test('a provider without what it needs is refused with the name of the variable', () => {
  for (const [environment, said] of [
    [{ DECANT_SEARCH: 'own,serper' }, 'DECANT_SEARCH names serper, so DECANT_SERPER_API_KEY must be set'],
    [{ DECANT_BRAVE_URL: 'http://gateway' }, 'DECANT_BRAVE_API_KEY must be set as well as DECANT_BRAVE_URL'],
    [
      { DECANT_FIRECRAWL_API_KEY: 'key' },
      'DECANT_FIRECRAWL_URL must be set as well as DECANT_FIRECRAWL_API_KEY',
    ],
    [
      { DECANT_SEARCH: 'google' },
      'DECANT_SEARCH must be names of own, searxng, brave, serper, firecrawl, tavily, exa, not google',
    ],
    [
      { DECANT_SEARCH: ',' },
      'DECANT_SEARCH must name one of own, searxng, brave, serper, firecrawl, tavily, exa',
    ],
    [
      { DECANT_SEARXNG_URL: 'http://me:pw@s.intra' },
      'DECANT_SEARXNG_URL must be a URL of http:// or https:// without user, query and fragment',
    ],
  ] as const) {
    assert.throws(() => loadConfig(environment), { name: 'ConfigError', message: said });
  }
});
