import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Cage, CageTier } from '../confine/cage/cage.ts';
import { findBareCage, findTestCage } from '../../test/support/share-test-code.ts';
import { openCompiledRunner, type CompiledRunner } from './compiled-runner.ts';
import { nodeOrder } from './runner-orders.ts';

/** Code tries each way to change what Node has compiled for the next runner, and looks for what lies beside it. */
const ATTACK = `
const fs = require('fs');
const path = require('path');
const folder = require('module').getCompileCacheDir();
const files = folder ? fs.readdirSync(folder) : [];
const first = path.join(folder ?? '', files[0] ?? '');
const attempts = {
  read: () => fs.readFileSync(first),
  change: () => fs.writeFileSync(first, 'x'),
  empty: () => fs.truncateSync(first),
  add: () => fs.writeFileSync(path.join(folder, 'ffffffff'), 'x'),
  addFolder: () => fs.mkdirSync(path.join(folder, 'folder')),
  remove: () => fs.unlinkSync(path.join(folder, files[1])),
  rename: () => fs.renameSync(first, first + 'x'),
  open: () => fs.chmodSync(folder, 0o777),
  beside: () => fs.readdirSync(path.join(folder, '../..')).length > 1 || fs.missing(),
};
const done = Object.keys(attempts).filter((name) => {
  try { attempts[name](); return true; } catch { return false; }
});
console.log(JSON.stringify({ files: files.length, done }));
`;

describe('compiled code of runners', { skip: process.platform !== 'linux', timeout: 120_000 }, () => {
  const resources = new AsyncDisposableStack();
  let place: string;
  let compiled: CompiledRunner;

  before(async () => {
    ({ path: place } = resources.use(await openPlace()));
    compiled = resources.use(openCompiledRunner(place));
  });
  after(() => resources.disposeAsync());

  async function openPlace(): Promise<AsyncDisposable & { path: string }> {
    const folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-compiled-'));
    // A cage without a root of its own has other users read what all may read.
    await chmod(folder.path, 0o755);
    return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
  }

  test('is made once, whole, for this version of the code', async () => {
    assert.equal(await compiled.find(), undefined);
    await Promise.all([compiled.make(), compiled.make()]);
    const folder = await compiled.find();
    assert.deepEqual(await readdir(place), [path.basename(folder ?? '')]);
    assert.ok((await readdir(folder!, { recursive: true })).length > 20);
    await using another = openCompiledRunner(place);
    await another.make();
    assert.equal(await another.find(), folder);
    assert.deepEqual(await readdir(place), [path.basename(folder ?? '')]);
  });

  for (const tier of ['full', 'bare'] satisfies CageTier[]) {
    test(`is found by a runner, which cannot change it: ${tier}`, async (t) => {
      const found = await findTestCage();
      if ('problem' in found) return t.skip(found.problem);
      const cage = tier === 'bare' ? await findBareCage() : found;
      if (cage.tier !== tier) return t.skip('this machine has no namespaces');
      const base = await nodeOrder();
      const compiledCode = await compiled.find();
      const attack = await run(cage, { ...base, args: ['-e', ATTACK], compiledCode });
      const { files, done } = JSON.parse(attack.out) as { files: number; done: string[] };
      assert.ok(files > 20);
      assert.deepEqual(done, ['read']);
      // Node says it of each file.
      const env = { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
      const { error } = await run(cage, { ...base, env, compiledCode });
      const used = error
        .split('\n')
        .filter((line) => /playwright-core|runners/.test(line) && / success/.test(line));
      assert.ok(used.length > 20, error.slice(0, 3000));
    });
  }

  test('would be changed by the same code outside of a cage', async () => {
    const copy = path.join(place, 'copy');
    await cp((await compiled.find())!, copy, { recursive: true });
    const env = { NODE_COMPILE_CACHE: copy };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', ATTACK], { env });
    const { done } = JSON.parse(stdout) as { done: string[] };
    assert.deepEqual(done.toSorted(), [
      'add',
      'addFolder',
      'beside',
      'change',
      'empty',
      'open',
      'read',
      'remove',
      'rename',
    ]);
  });

  /** The program until it ends, or is ready and its link closed. */
  async function run(
    cage: Cage,
    order: Parameters<Cage['start']>[0],
  ): Promise<{ out: string; error: string }> {
    const caged = await cage.start(order);
    const output = Promise.all([text(caged.stdout), text(caged.stderr)]);
    await Promise.race([once(caged.link, 'data'), caged.exited]);
    caged.link.end();
    await caged.exited;
    const [out, error] = await output;
    return { out, error };
  }
});
