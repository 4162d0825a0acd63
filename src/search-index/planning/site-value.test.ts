import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isOnSite, parseSite } from './site-value.ts';

describe('isOnSite', () => {
  const cases: Array<[site: string, url: string, isOn: boolean]> = [
    ['example.com', 'https://example.com/', true],
    ['example.com', 'https://docs.example.com/a', true],
    ['example.com', 'https://notexample.com/', false],
    ['www.example.com', 'https://example.com/', true],
    ['Example.COM', 'http://example.com:8080/', true],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['example.com:8080', 'http://example.com/', false],
    ['https://example.com/docs/', 'https://example.com/docs', true],
    ['example.com/docs', 'https://example.com/docs/a', true],
    ['example.com/docs', 'https://example.com/docs-old', false],
    ['example.com/Docs/*', 'https://example.com/docs/a', true],
    ['*.example.com', 'https://a.example.com/', true],
    ['.gov', 'https://www.nasa.gov/', true],
    ['gov', 'https://example.com/gov', false],
    ['bücher.de', 'https://xn--bcher-kva.de/', true],
    ['127.0.0.1', 'http://127.0.0.1:3000/', true],
    ['[::1]', 'http://[::1]/', true],
    ['no site', 'https://example.com/', false],
    ['example.com', 'nonsense', false],
  ];
  for (const [site, url, isOn] of cases) {
    it(`${site} ${isOn ? 'has' : 'has not'} ${url}`, () =>
      assert.equal(isOnSite(url, parseSite(site)), isOn));
  }
});
