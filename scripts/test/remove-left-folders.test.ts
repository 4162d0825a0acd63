import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { folderPrefix, removeLeftFolders, writeOwner } from './remove-left-folders.ts';

test('folders of runs that are gone are removed, and no others', async () => {
  await using place = await mkdtempDisposable(path.join(tmpdir(), 'decant-left-'));
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const make = (pid?: number): string => {
    const folder = mkdtempSync(folderPrefix(place.path));
    mkdirSync(path.join(folder, 'tmp'));
    writeFileSync(path.join(folder, 'tmp', 'file'), '');
    if (pid !== undefined) writeOwner(folder, pid);
    return path.basename(folder);
  };
  make(gone);
  make(gone);
  const kept = [make(process.pid), make(process.ppid), make(), make()];
  writeFileSync(path.join(place.path, kept[3]!, 'owner'), `pid:[1] ${gone}`);
  // As it would lie behind a link that somebody else has made.
  const elsewhere = path.join(place.path, 'elsewhere');
  mkdirSync(elsewhere);
  writeOwner(elsewhere, gone);
  symlinkSync('elsewhere', folderPrefix(place.path));

  removeLeftFolders([place.path, place.path]);
  const expected = [...kept, 'elsewhere', path.basename(folderPrefix(place.path))];
  assert.deepEqual(readdirSync(place.path).toSorted(), expected.toSorted());
  assert.deepEqual(readdirSync(elsewhere), ['owner']);
});
