import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWith } from '../../lib/validate.ts';
import { scrapeRequest } from '../../contract/requests/scrape.ts';
import { refusePageOnly } from './refuse-page-only.ts';

const refuse = (options: object) => () =>
  refusePageOnly(parseWith(scrapeRequest, { url: 'https://a.test', ...options }), 'the address is a file');

test('what only a page has is refused, with what brings the rest', () => {
  assert.throws(refuse({ formats: ['markdown', 'screenshot', 'branding'] }), {
    code: 'SCRAPE_UNSUPPORTED_FILE_ERROR',
    message:
      'No screenshot can be had here: the address is a file, which can be scraped without screenshot and branding',
  });
  assert.throws(refuse({ formats: ['branding'] }), {
    code: 'SCRAPE_BRANDING_NOT_SUPPORTED',
    message: 'No branding can be had here: the address is a file',
  });
  assert.throws(refuse({ actions: [{ type: 'scrape' }] }), {
    code: 'SCRAPE_ACTIONS_NOT_SUPPORTED',
    message: 'Actions cannot run here: the address is a file, which can be scraped without them',
  });
});

test('everything else passes', () => {
  assert.doesNotThrow(refuse({ formats: ['markdown', 'links'] }));
});
