import assert from 'node:assert/strict';
import { mkdtempDisposableSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { createHangWatch } from './running-tests-file.ts';

const MINUTE_MS = 60_000;

test('tests hang when none has begun or ended for some minutes, however long all of them take', (t) => {
  const folder = mkdtempDisposableSync(path.join(tmpdir(), 'decant-hang-'));
  t.after(() => folder.remove());
  const file = path.join(folder.path, 'running.txt');
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const hangs = createHangWatch(file, 2 * MINUTE_MS);
  const pass = (): void => t.mock.timers.tick(1.5 * MINUTE_MS);

  pass();
  assert.equal(hangs(), false);
  for (let minute = 0; minute < 10; minute++) {
    writeFileSync(file, 'a test');
    utimesSync(file, new Date(), new Date());
    pass();
    assert.equal(hangs(), false);
  }
  pass();
  assert.equal(hangs(), true);
});

test('tests hang when the first of them never begins', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const hangs = createHangWatch('no such file', 2 * MINUTE_MS);
  assert.equal(hangs(), false);
  t.mock.timers.tick(3 * MINUTE_MS);
  assert.equal(hangs(), true);
});

test('tests of large sizes may take four times as long, also when they are asked for after this was loaded', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { LARGE } = process.env;
  t.after(() => (LARGE === undefined ? delete process.env['LARGE'] : (process.env['LARGE'] = LARGE)));
  delete process.env['LARGE'];
  const hangsUsually = createHangWatch('no such file');
  process.env['LARGE'] = '1';
  const hangsLarge = createHangWatch('no such file');
  t.mock.timers.tick(6 * MINUTE_MS);
  assert.deepEqual([hangsUsually(), hangsLarge()], [true, false]);
  t.mock.timers.tick(15 * MINUTE_MS);
  assert.equal(hangsLarge(), true);
});
