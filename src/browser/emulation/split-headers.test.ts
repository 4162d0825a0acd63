import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitHeaders } from './split-headers.ts';

describe('splitHeaders', () => {
  test('finds what a browser has a way of its own for, whatever the case', () => {
    const { userAgent, languages, cookies, others } = splitHeaders({
      'USER-agent': 'Robot/1',
      'accept-Language': 'de;q=0.5, fr-CH, en;q=0.8, it;q=0',
      COOKIE: 'a=1; b="x=y";; c ; =d',
      'X-Token': 't',
      'x-gone': '',
    });
    assert.equal(userAgent, 'Robot/1');
    assert.deepEqual(languages, ['fr-CH', 'en', 'de']);
    assert.deepEqual(cookies, [
      { name: 'a', value: '1' },
      { name: 'b', value: '"x=y"' },
      { name: '', value: 'c' },
      { name: '', value: 'd' },
    ]);
    assert.deepEqual(Array.from(others), [
      ['x-token', { name: 'X-Token', value: 't' }],
      ['x-gone', { name: 'x-gone', value: '' }],
    ]);
  });

  test('leaves languages that are no list of tags to the request', () => {
    for (const header of ['*', 'de, *;q=0.1', '', 'nonsense!']) {
      const { languages, others } = splitHeaders({ 'Accept-Language': header });
      assert.equal(languages, undefined);
      assert.equal(others.get('accept-language')?.value, header);
    }
  });

  test('has nothing to do without headers', () => {
    const { cookies, others, userAgent, languages } = splitHeaders({});
    assert.deepEqual([cookies, others.size, userAgent, languages], [[], 0, undefined, undefined]);
  });
});
