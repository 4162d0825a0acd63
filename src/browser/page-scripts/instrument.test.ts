import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { pageScriptText } from '../page/page-script-text.ts';
import { instrument } from './instrument.js';
import { readInstrument } from './read-instrument.js';

const LIMITS = { shortMs: 700, nearMs: 1_500, farMs: 5_000, farDepth: 8 };
const GLOBALS = `
  var performance = { now() { return 1000; } };
  var timers = 0;
  function setTimeout() { return ++timers; }
  function clearTimeout() {}
  class Element { attachShadow() {} get shadowRoot() { return null; } }
  class ShadowRoot { get mode() { return 'open'; } }`;

/** Gives the report on a page whose own script is this. */
function tellOf(script: string): { nearMs: number; farMs: number } {
  const page = createContext();
  runInContext(GLOBALS, page);
  runInContext(`${pageScriptText(instrument)}('watch', ${JSON.stringify(LIMITS)})`, page);
  runInContext(script, page);
  return {
    ...(runInContext(`${pageScriptText(readInstrument)}('watch', 8000)`, page) as ReturnType<typeof tellOf>),
  };
}

const TIMERS = 'setTimeout(() => 1, 300); setTimeout(() => 1, 600); setTimeout(() => 1, 4000);';

test('tells of the last near and the last far timer', () => {
  assert.deepEqual(tellOf(TIMERS), { nearMs: 600, farMs: 4000 });
  assert.deepEqual(tellOf(`${TIMERS} clearTimeout(2);`), { nearMs: 300, farMs: 4000 });
  assert.deepEqual(tellOf(''), { nearMs: 0, farMs: 0 });
});

test('tells two numbers, whatever the page replaces', () => {
  const attacks = [
    `${TIMERS} Math.max = Math.ceil = () => 'x'.repeat(1e6); Map.prototype.values = Map.prototype.forEach = () => { throw 1; };`,
    `let map; const { set } = Map.prototype; Map.prototype.set = function (key, value) { map = this; return set.call(this, key, value); };
     ${TIMERS} set.call(map, 9, { get dueAt() { throw new Error('x'.repeat(1e6)); } });`,
    `Map.prototype.set = function () { return this; }; ${TIMERS} watch = () => 'x'; Object.defineProperty(Object.prototype, 'nearMs', { get: () => 'x' });`,
    `performance.now = Number = () => 'x'; Reflect.apply = () => 'x'; ${TIMERS}`,
  ];
  for (const attack of attacks) {
    const told = tellOf(attack);
    assert.deepEqual(Object.keys(told), ['nearMs', 'farMs'], attack);
    for (const value of Object.values(told)) assert.equal(typeof value, 'number', attack);
  }
});
