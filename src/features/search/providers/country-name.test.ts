import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCode, countryName } from './country-name.ts';

test('a country has the name that Tavily lists', () => {
  const names: Array<[string, string | undefined]> = [
    ['DE', 'germany'],
    ['US', 'united states'],
    ['GB', 'united kingdom'],
    ['CZ', 'czech republic'],
    ['TR', 'turkey'],
    ['MM', 'myanmar'],
    ['BA', 'bosnia and herzegovina'],
    ['TT', 'trinidad and tobago'],
    ['KR', 'south korea'],
    ['MK', 'north macedonia'],
    ['HK', undefined],
    ['XX', undefined],
  ];
  for (const [code, name] of names) assert.equal(countryName(code), name);
  // Letters and blanks only: no name of Unicode slipped in that is written in another way.
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.map((code) => countryName(code)).filter((name) => name !== undefined);
  assert.deepEqual(
    known.filter((name) => !/^[a-z]+(?: [a-z]+)*$/.test(name)),
    [],
  );
  assert.equal(known.length, 166);
});

test('a country is known by its name', () => {
  const codes: Array<[string, string | undefined]> = [
    ['Germany', 'DE'],
    ['united states', 'US'],
    ['USA', 'US'],
    ['UK', 'GB'],
    ['de', 'DE'],
    ['Czech Republic', 'CZ'],
    ['San Francisco', undefined],
    ['', undefined],
  ];
  for (const [name, code] of codes) assert.equal(countryCode(name), code);
});
