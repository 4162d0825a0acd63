import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseProxyList } from '../../lib/settings/proxy-list.ts';
import { createProxyRotation } from '../../net/upstream/proxy-rotation.ts';
import { chooseProxies } from './proxy-choice.ts';

const clock = { now: () => 0 };

interface Lists {
  basic?: string;
  enhanced?: string;
  country?: string;
  hasEnhancedIdentity?: boolean;
}

/** Each attempt as identity, proxy ("-": directly) and what is charged. */
function told(proxy: 'basic' | 'enhanced' | 'auto', lists: Lists = {}): string[] {
  const { country } = lists;
  const rotationOf = (list = '') => createProxyRotation({ entries: parseProxyList(list), clock });
  return chooseProxies({
    proxy,
    country,
    basic: rotationOf(lists.basic),
    enhanced: rotationOf(lists.enhanced),
    hasEnhancedIdentity: lists.hasEnhancedIdentity ?? true,
  }).map(({ identity, rotation, proxyUsed }) => {
    const host = rotation ? rotation.pick({ country })?.url.hostname : '-';
    return `${identity} ${host} ${proxyUsed}`;
  });
}

test('without a proxy all three kinds work directly, at the basic price', () => {
  assert.deepEqual(told('basic'), ['basic - basic']);
  assert.deepEqual(told('enhanced'), ['enhanced - basic']);
  assert.deepEqual(told('auto'), ['basic - basic', 'enhanced - basic']);
});

test('with both lists each kind has its own', () => {
  const lists = { basic: 'http://b', enhanced: 'http://e' };
  assert.deepEqual(told('basic', lists), ['basic b basic']);
  assert.deepEqual(told('enhanced', lists), ['enhanced e stealth']);
  assert.deepEqual(told('auto', lists), ['basic b basic', 'enhanced e stealth']);
});

test('with one list only', () => {
  assert.deepEqual(told('enhanced', { basic: 'http://b' }), ['enhanced b basic']);
  assert.deepEqual(told('auto', { basic: 'http://b' }), ['basic b basic', 'enhanced b basic']);
  assert.deepEqual(told('basic', { enhanced: 'http://e' }), ['basic - basic']);
  assert.deepEqual(told('auto', { enhanced: 'http://e' }), ['basic - basic', 'enhanced e stealth']);
});

test('proxies for a country serve that country only', () => {
  const lists = { basic: 'DE=http://b-de', enhanced: 'http://e,FR=http://e-fr' };
  assert.deepEqual(told('auto', lists), ['basic - basic', 'enhanced e stealth']);
  assert.deepEqual(told('auto', { ...lists, country: 'DE' }), ['basic b-de basic', 'enhanced e stealth']);
  assert.deepEqual(told('auto', { ...lists, country: 'FR' }), ['basic - basic', 'enhanced e-fr stealth']);
  assert.deepEqual(told('enhanced', { enhanced: 'FR=http://e-fr' }), ['enhanced - basic']);
});

test('an engine that looks the same either way tries again only from another address', () => {
  const plain = { hasEnhancedIdentity: false };
  assert.deepEqual(told('auto', plain), ['basic - basic']);
  assert.deepEqual(told('auto', { ...plain, basic: 'http://b' }), ['basic b basic']);
  assert.deepEqual(told('auto', { ...plain, enhanced: 'http://e' }), ['basic - basic', 'enhanced e stealth']);
  assert.deepEqual(told('enhanced', plain), ['enhanced - basic']);
});
