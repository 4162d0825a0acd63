import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../../html/parse.ts';
import { findBlock } from './challenge.ts';

const CLOUDFLARE = parseHtml('<title>Just a moment...</title><script>window._cf_chl_opt={}</script>');
const PAGE = parseHtml(
  '<title>River</title><h1>River</h1><p>It rises in the hills.</p><script src="/a.js"></script>',
);

test('statuses that turn a visitor away are blocks by themselves', () => {
  assert.equal(findBlock({ status: 403, headers: {} }), 'status 403');
  assert.equal(findBlock({ status: 429, headers: { 'retry-after': '5' } }), 'status 429');
  assert.equal(
    findBlock({ status: 403, headers: { server: 'cloudflare' }, tree: PAGE }),
    'status 403, Cloudflare',
  );
});

test('headers name who did it', () => {
  const cases: readonly (readonly [number, Record<string, string>, string])[] = [
    [403, { 'cf-mitigated': 'challenge', server: 'cloudflare' }, 'status 403, Cloudflare'],
    [403, { 'x-datadome': 'protected' }, 'status 403, DataDome'],
    [403, { server: 'ddos-guard' }, 'status 403, DDoS-Guard'],
    [503, { server: 'DDoS-Guard' }, 'status 503, DDoS-Guard'],
    [202, { 'x-amzn-waf-action': 'challenge' }, 'challenge, AWS WAF'],
    [405, { 'x-amzn-waf-action': 'captcha' }, 'status 405, AWS WAF'],
    [429, { 'x-vercel-mitigated': 'challenge' }, 'status 429, Vercel'],
    [403, { server: 'AkamaiGHost' }, 'status 403, Akamai'],
    [429, { 'x-kpsdk-ct': 'abc' }, 'status 429, Kasada'],
  ];
  for (const [status, headers, expected] of cases)
    assert.equal(findBlock({ status, headers }), expected, JSON.stringify(headers));
});

test('so does the page', () => {
  assert.equal(findBlock({ status: 503, headers: {}, tree: CLOUDFLARE }), 'status 503, Cloudflare');
  assert.equal(findBlock({ status: 200, headers: {}, tree: CLOUDFLARE }), 'challenge, Cloudflare');
  assert.equal(
    findBlock({ status: 200, headers: {}, renderNeed: { reason: 'challenge', evidence: 'Anubis' } }),
    'challenge, Anubis',
  );
});

test('a page that needs a browser for another reason was not blocked', () => {
  const renderNeed = { reason: 'empty application root', evidence: 'div#root' } as const;
  assert.equal(findBlock({ status: 200, headers: {}, renderNeed }), undefined);
});

test('what is no block stays a page', () => {
  const cases: readonly (readonly [number, Record<string, string>])[] = [
    [200, {}],
    [200, { 'x-datadome': 'protected', server: 'cloudflare' }],
    [200, { server: 'ddos-guard' }],
    [404, { server: 'cloudflare' }],
    [404, { 'x-iinfo': '1-2-3' }],
    [503, { 'retry-after': '120' }],
    [503, { server: 'cloudflare' }],
    [500, { server: 'AkamaiGHost' }],
    [401, { 'www-authenticate': 'Basic', 'x-datadome': 'protected' }],
    [503, { 'x-iinfo': '1-2-3' }],
  ];
  for (const [status, headers] of cases)
    assert.equal(
      findBlock({ status, headers, tree: PAGE }),
      undefined,
      `${status} ${JSON.stringify(headers)}`,
    );
});
