import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeName, parseSearchRules } from './search-rules.ts';

test('of several lines the last counts, whichever of the two it is', () => {
  const of = (text: string) => parseSearchRules(text, 'box.home.test').domains;
  assert.deepEqual(of('search a.test B.test.\nnameserver 192.0.2.1'), ['a.test', 'b.test']);
  assert.deepEqual(of('search a.test\ndomain c.test # d.test'), ['c.test']);
  assert.deepEqual(of('domain c.test\nsearch a.test ; b.test'), ['a.test']);
  assert.deepEqual(of('search .'), [], 'the root: nothing is completed');
});

test('without such a line it is the domain of the machine', () => {
  assert.deepEqual(parseSearchRules('', 'box.home.test').domains, ['home.test']);
  assert.deepEqual(parseSearchRules('nameserver 192.0.2.1', 'box').domains, []);
});

test('names with fewer dots than ndots are completed first, others when they are unknown', () => {
  const rules = parseSearchRules('search ns.svc.cluster.local svc.cluster.local\noptions ndots:2 timeout:1');
  assert.deepEqual(completeName('api.team', rules), [
    'api.team.ns.svc.cluster.local',
    'api.team.svc.cluster.local',
    'api.team',
  ]);
  assert.deepEqual(completeName('www.site.test', rules)[0], 'www.site.test');
  const plain = parseSearchRules('search a.test');
  assert.deepEqual(completeName('wiki', plain), ['wiki.a.test', 'wiki']);
  assert.deepEqual(completeName('site.test', plain), ['site.test', 'site.test.a.test']);
  assert.equal(parseSearchRules('options ndots:99').ndots, 15);
});

test('names that would become too long are left as they are', () => {
  const name = `${'abcdefg.'.repeat(31)}test`;
  assert.deepEqual(completeName(name, { domains: ['a.test'], ndots: 1 }), [name]);
});
