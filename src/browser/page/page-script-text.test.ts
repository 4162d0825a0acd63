import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { createContext, runInContext, Script } from 'node:vm';
import { decodeClone } from '../page-scripts/decode-clone.js';
import { encodeClone } from '../page-scripts/encode-clone.js';
import { pageScriptText, type PageScript } from './page-script-text.ts';

const FOLDER = path.join(import.meta.dirname, '../page-scripts');

describe('the text of a function for pages', () => {
  test('is a program of its own, of every module', async () => {
    const files = globSync('**/*.js', { cwd: FOLDER });
    assert.ok(files.length > 40);
    for (const file of files) {
      const module = (await import(path.join(FOLDER, file))) as Record<string, unknown>;
      const scripts = Object.values(module).filter((each) => typeof each === 'function') as PageScript[];
      for (const script of scripts) {
        const text = pageScriptText(script);
        assert.doesNotThrow(() => new Script(text), `${file}: ${script.name}`);
        assert.match(text, new RegExp(`return module\\d+\\.${script.name};`));
        assert.doesNotMatch(text, /^(?:import|export)\b/m, file);
      }
    }
  });

  test('brings along what its module imports, and leaves nothing behind on the page', () => {
    const page = createContext();
    const before = runInContext('Reflect.ownKeys(globalThis).join()', page) as string;
    const value = { list: [1, { two: 2n }], bytes: new Uint8Array([1, 2]).buffer };
    const { nodes } = encodeClone(value, { left: 1_000 });
    runInContext('globalThis.atob = () => "\\u0001\\u0002"', page);
    const decode = runInContext(pageScriptText(decodeClone), page) as typeof decodeClone;
    const decoded = decode(nodes) as typeof value;
    assert.equal(
      JSON.stringify(decoded.list, (_key, each) => (typeof each === 'bigint' ? `${each}n` : each)),
      '[1,{"two":"2n"}]',
    );
    assert.deepEqual([...new Uint8Array(decoded.bytes)], [1, 2]);
    assert.equal(runInContext('delete globalThis.atob; Reflect.ownKeys(globalThis).join()', page), before);
  });

  test('is its own alone when it is of no such module', () => {
    const double = (value: number): number => value * 2;
    assert.equal(pageScriptText(double), `(${double.toString()})`);
  });
});
