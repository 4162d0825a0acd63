import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNTRY_CODES } from './countries.ts';

test('the 249 codes of ISO 3166-1, each a region with a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  assert.equal(COUNTRY_CODES.size, 249);
  for (const code of COUNTRY_CODES) assert.ok(names.of(code), code);
});

test('no reserved, former or user-assigned codes', () => {
  for (const code of ['UK', 'EU', 'XK', 'SU', 'YU', 'AN', 'AC', 'ZZ', 'UN', ''])
    assert.ok(!COUNTRY_CODES.has(code), code);
});
