import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import type { ResolveHookContext } from 'node:module';
import { test } from 'node:test';
import { createOwnResolve } from './own-imports.ts';

const FOLDER = 'file:///house/src/';

function openResolve() {
  const resolve = createOwnResolve(FOLDER);
  const asked: string[] = [];
  return {
    asked,
    resolve(specifier: string, parentURL: string | undefined, condition = 'import') {
      const context: ResolveHookContext = {
        parentURL,
        conditions: ['node', condition],
        importAttributes: {},
      };
      return resolve(specifier, context, (name) => {
        asked.push(name);
        return { url: `file:///elsewhere/${name}`, format: 'commonjs' };
      });
    },
  };
}

test('own modules are where their importer says, and nobody is asked', () => {
  const { resolve, asked } = openResolve();
  const from = `${FOLDER}features/map/map.ts`;
  assert.deepEqual(resolve('../../lib/log.ts', from), {
    url: `${FOLDER}lib/log.ts`,
    format: 'module-typescript',
    shortCircuit: true,
  });
  assert.deepEqual(resolve('./visit.js', from), {
    url: `${FOLDER}features/map/visit.js`,
    format: 'module',
    shortCircuit: true,
  });
  assert.deepEqual(asked, []);
});

test('a package is looked for once', () => {
  const { resolve, asked } = openResolve();
  for (const importer of ['a.ts', 'b/c.ts', 'b/d.ts']) {
    const found = resolve('zod', `${FOLDER}${importer}`);
    assert.equal(found.url, 'file:///elsewhere/zod');
    assert.equal(found.format, 'commonjs');
  }
  assert.deepEqual(asked, ['zod']);
});

test('zod speaks English only, whoever imports its languages elsewhere gets them', () => {
  const { resolve, asked } = openResolve();
  const all = '../locales/index.js';
  const zod = 'file:///house/node_modules/zod/v4';
  for (const part of ['core/index.js', 'classic/external.js'])
    assert.equal(resolve(all, `${zod}/${part}`).url, `${zod}/locales/en.js`);
  resolve(all, 'file:///house/node_modules/other/v4/core/index.js');
  assert.deepEqual(asked, [all]);
  assert.ok(existsSync(new URL(import.meta.resolve('zod/v4/locales/en.js'))));
});

test('zod still imports its languages in the way that is recognised', () => {
  const external = new URL('v4/classic/external.js', import.meta.resolve('zod/package.json'));
  assert.match(readFileSync(external, 'utf8'), /from "\.\.\/locales\/index\.js"/);
});

test('what others import, what is required and what is no module is left to Node', () => {
  const { resolve, asked } = openResolve();
  const from = `${FOLDER}a.ts`;
  resolve('./b.ts', 'file:///house/node_modules/one/a.ts');
  resolve('./c.ts', undefined);
  resolve('./d.js', `${FOLDER}node_modules/two/a.js`);
  resolve('./table.json', from);
  for (let times = 0; times < 2; times++) resolve('one', from, 'require');
  resolve('one', from);
  assert.deepEqual(asked, ['./b.ts', './c.ts', './d.js', './table.json', 'one', 'one', 'one']);
});
