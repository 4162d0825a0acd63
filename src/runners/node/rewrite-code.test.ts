import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { rewriteCode } from './rewrite-code.ts';

/** Runs calls in one context, as a session does; gives their values. */
async function runAll(...calls: string[]): Promise<unknown[]> {
  const sandbox: Record<string, unknown> = {
    require: (name: string) => ({ default: name, part: `${name}.part` }),
  };
  const context = vm.createContext(sandbox);
  const values: unknown[] = [];
  for (const code of calls) {
    const { text, names } = rewriteCode(code);
    for (const name of names) sandbox[name] ??= undefined;
    const kept: { value?: unknown } = {};
    const returned: unknown = await (vm.runInContext(text, context) as (to: object) => Promise<unknown>)(
      kept,
    );
    values.push(returned === undefined ? await kept.value : returned);
  }
  return values;
}

test('declarations at the top are there for the next call', async () => {
  const declared = `const a = 1, { b, c: [d = 4, ...rest], ...others } = { b: 2, c: [undefined, 5], e: 6 }
    let f
    var g = () => a
    function h() { const a = 'inner'; return a }
    async function i() { return await g() }
    class J {}`;
  const seen = `[a, b, d, rest[0], others.e, f, g(), h(), await i(), J.name].join()`;
  assert.deepEqual(await runAll(declared, seen), [undefined, '1,2,4,5,6,,1,inner,1,J']);
  assert.deepEqual(await runAll('const a = 1', 'const a = 2; a', 'let a; a', 'var a; a'), [
    undefined,
    2,
    undefined,
    undefined,
  ]);
  assert.deepEqual(await runAll('var kept = 1', 'var kept; kept'), [undefined, 1]);
});

test('var within blocks belongs to the top, let and const do not', async () => {
  const code = `if (true) { var a = 1; let b = 2; const c = 3; { var d } }
    for (var i = 0, n = 2; i < n; i++) var last = i;
    for (var key in { x: 1 }) ;
    for (var item of [7]) ;
    try { throw 1 } catch { var caught = true }
    (() => { var inner = 1 })()`;
  const seen = `[a, typeof b, typeof c, d, i, last, key, item, caught, typeof inner].join()`;
  assert.deepEqual(await runAll(code, seen), [undefined, '1,undefined,undefined,,2,1,x,7,true,undefined']);
});

test('a declaration goes on with no line before it', async () => {
  assert.deepEqual(
    await runAll('let a = String\nconst b = 1\nif (b) { a\n var c = 2 }\n[a.name, b, c].join()'),
    ['String,1,2'],
  );
});

test('the last expression is the value, in the branch that runs', async () => {
  const values: ReadonlyArray<[string, unknown]> = [
    ['1; 2', 2],
    ['(1, 2)', 2],
    ['[1, 2].length;', 2],
    ['Promise.resolve(3)', 3],
    ['await Promise.resolve(4) // so', 4],
    ['if (0) { 1 } else { 5 }', 5],
    ['try { throw 1 } catch { 6 }', 6],
    ['{ { 7 } }', 7],
    ['return 8', 8],
    ['const x = 9', undefined],
    ['for (const y of [1]) y', undefined],
    ['', undefined],
    ['#!/usr/bin/env node\n10', 10],
    ["'use strict'; 11", 11],
    ['`a\n${1}`', 'a\n1'],
  ];
  for (const [code, value] of values) assert.deepEqual(await runAll(code), [value], code);
});

test('imports are of modules that are required', async () => {
  const code = `import whole, { part as p } from 'm'; import * as all from 'n'; [whole.default, p, all.part].join()`;
  assert.deepEqual(await runAll(code), ['m,m.part,n.part']);
});

test('lines stay where they were, and what is no code says where', () => {
  const { text, prefixLength } = rewriteCode('const a = 1;\n\nfunction f() {}\nf()');
  assert.equal(text.split('\n').length, 5);
  assert.ok(text.slice(prefixLength).startsWith('void (a = 1);\n\nfunction f() {}\n'));
  for (const code of ['const (', 'export const a = 1', 'a b'])
    assert.throws(() => rewriteCode(code), SyntaxError, code);
});
