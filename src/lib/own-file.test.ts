import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ownFile } from './own-file.ts';

test('a worker has the ending of the module that starts it', () => {
  for (const [module, name, file] of [
    ['lib/a b/start.ts', 'work', 'lib/a b/work.ts'],
    ['lib/start.js', 'programs/run', 'lib/programs/run.js'],
  ] as const) {
    assert.equal(ownFile(pathToFileURL(path.resolve(module)).href, name), path.resolve(file));
  }
});
