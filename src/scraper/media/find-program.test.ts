import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findProgram } from './find-program.ts';

test('the first that may be executed, in whole paths only', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-programs-'));
  const places = ['a', 'b', 'c'].map((name) => join(folder.path, name));
  for (const place of places) await mkdir(place);
  const [first = '', second = '', third = ''] = places;
  await writeFile(join(first, 'tool'), 'not for running', { mode: 0o600 });
  for (const place of [second, third]) {
    await writeFile(join(place, 'tool'), '#!/bin/sh\n');
    await chmod(join(place, 'tool'), 0o755);
  }
  assert.equal(await findProgram('tool', `.:relative:${places.join(':')}`), join(second, 'tool'));
  assert.equal(await findProgram('other', places.join(':')), undefined);
  assert.equal(await findProgram('tool', ''), undefined);
});
