import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCallerHeaders } from './caller-headers.ts';
import { requestHeaders } from './request-headers.ts';

test('ordinary headers pass', () => {
  checkCallerHeaders({});
  checkCallerHeaders({
    'User-Agent': 'own/1',
    cookie: 'a=1; b="2"',
    Authorization: 'Bearer x',
    'X-Latin': 'caf\u00e9',
    'x-tab': 'a\tb',
    'Upgrade-Insecure-Requests': '',
    'Sec-Fetch-Mode': 'cors',
    Range: 'bytes=0-9',
  });
});

const FORBIDDEN = [
  'Host',
  'CONTENT-LENGTH',
  'Connection',
  'Transfer-Encoding',
  'Proxy-Authorization',
  'proxy-connection',
  'Upgrade',
  'TE',
  'Trailer',
  'Keep-Alive',
  'Expect',
  'HTTP2-Settings',
];

for (const name of FORBIDDEN) {
  test(`${name} cannot be set`, () => {
    assert.throws(() => checkCallerHeaders({ [name]: 'x' }), {
      code: 'BAD_REQUEST',
      details: [{ path: ['headers', name], code: 'custom', message: `The header ${name} cannot be set` }],
    });
  });
}

const BAD_VALUES = ['a\r\nX: b', 'a\nb', 'a\rb', 'a\0b', 'a\x7fb', 'snow\u2603', '\ud800'];

for (const value of BAD_VALUES) {
  test(`${JSON.stringify(value)} is no value`, () => {
    assert.throws(() => checkCallerHeaders({ 'X-A': value }), { code: 'BAD_REQUEST' });
  });
}

for (const name of ['', 'a b', 'a:b', 'a\r\nb', 'ä', '(a)', 'a\0']) {
  test(`${JSON.stringify(name)} is no name`, () => {
    assert.throws(() => checkCallerHeaders({ [name]: 'x' }), { code: 'BAD_REQUEST' });
  });
}

test('every problem is listed', () => {
  assert.throws(
    () => checkCallerHeaders({ Host: 'x', Good: 'x', 'X-A': '\n' }),
    ({ details }: { details: unknown[] }) => details.length === 2,
  );
});

test('too many or too large headers are refused', () => {
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, '']));
  assert.throws(() => checkCallerHeaders(many), { code: 'BAD_REQUEST', message: /At most 100/ });
  assert.throws(() => checkCallerHeaders({ 'x-a': 'a'.repeat(40_000) }), {
    code: 'BAD_REQUEST',
    message: /larger/,
  });
});

const BROWSER: Array<[string, string]> = [
  ['User-Agent', 'browser'],
  ['Accept', '*/*'],
  ['Accept-Language', 'en'],
];

test('the caller’s headers stand in the browser’s places, others follow, cookies come last', () => {
  assert.deepEqual(requestHeaders(BROWSER, { 'X-B': 'b', cookie: 'a=1', ACCEPT: 'text/html' }, 'c=2'), [
    'User-Agent',
    'browser',
    'ACCEPT',
    'text/html',
    'Accept-Language',
    'en',
    'X-B',
    'b',
    'Cookie',
    'a=1; c=2',
  ]);
});

test('an empty value takes a header out', () => {
  assert.deepEqual(requestHeaders(BROWSER, { accept: '', 'x-nothing': '' }, ''), [
    'User-Agent',
    'browser',
    'Accept-Language',
    'en',
  ]);
});

test('cookies of the server win over the caller’s by name', () => {
  const cookieFor = (caller: string, jar: string): string | undefined =>
    requestHeaders([], { cookie: caller }, jar)[1];
  assert.equal(cookieFor('a=1;b=2; c', 'b=3; d=4'), 'a=1; c; b=3; d=4');
  assert.equal(cookieFor('', 'b=3'), 'b=3');
  assert.equal(cookieFor('a=1', ''), 'a=1');
});
