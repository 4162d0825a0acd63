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
