import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { COUNTRY_CODES } from '../../contract/options/countries.ts';
import { localeOfCountry, zonesOf } from './locale-of-country.ts';

describe('localeOfCountry', () => {
  test('knows a language and a time zone of every country', () => {
    for (const country of COUNTRY_CODES) {
      const { languages, locale, timezone } = localeOfCountry({ country, languages: [] });
      assert.equal(languages[0], locale);
      assert.equal(new Intl.Locale(locale).region, country);
      assert.equal(languages.at(-1), 'en');
      assert.notEqual(timezone, 'UTC', country);
      assert.ok(new Intl.DateTimeFormat('en', { timeZone: timezone }), country);
    }
  });

  test('takes a zone of the country itself', () => {
    for (const country of COUNTRY_CODES) {
      const zones = zonesOf(country);
      if (zones.length === 0) continue;
      assert.ok(zones.includes(localeOfCountry({ country, languages: [] }).timezone), country);
    }
  });

  test('gives the populous zone and the tags of the country', () => {
    const rows: Array<[country: string, languages: string, timezone: string]> = [
      ['US', 'en-US en', 'America/New_York'],
      ['DE', 'de-DE de en', 'Europe/Berlin'],
      ['BR', 'pt-BR pt en', 'America/Sao_Paulo'],
      ['JP', 'ja-JP ja en', 'Asia/Tokyo'],
      ['RU', 'ru-RU ru en', 'Europe/Moscow'],
      ['GB', 'en-GB en', 'Europe/London'],
      ['CA', 'en-CA en', 'America/Toronto'],
      ['AU', 'en-AU en', 'Australia/Sydney'],
      ['PT', 'pt-PT pt en', 'Europe/Lisbon'],
      ['MX', 'es-MX es en', 'America/Mexico_City'],
      ['TW', 'zh-TW zh en', 'Asia/Taipei'],
      ['HM', 'en-HM en', 'Indian/Kerguelen'],
    ];
    for (const [country, languages, timezone] of rows) {
      const found = localeOfCountry({ country, languages: [] });
      assert.deepEqual([found.languages.join(' '), found.timezone], [languages, timezone]);
    }
  });

  test('is American without a location, and speaks the languages of the request', () => {
    assert.deepEqual(localeOfCountry(undefined), {
      languages: ['en-US', 'en'],
      locale: 'en-US',
      timezone: 'America/New_York',
    });
    assert.deepEqual(localeOfCountry({ country: 'CH', languages: ['fr-CH', 'fr'] }), {
      languages: ['fr-CH', 'fr'],
      locale: 'fr-CH',
      timezone: 'Europe/Zurich',
    });
  });
});
