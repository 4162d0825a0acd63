import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { hasProcessesBeside, processGroupOf } from './process-owner.ts';

test('the processes of a user beside a group are seen, whoever owns their folders and whatever their names are', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-proc-'));
  async function put(pid: number, group: number, ids: string): Promise<void> {
    const place = join(folder.path, String(pid));
    await mkdir(place);
    await writeFile(join(place, 'stat'), `${pid} (a) b) S 1 ${group} ${group} 0 -1`);
    await writeFile(join(place, 'status'), `Name:\ta\nUid:\t${ids}\nGid:\t7\t7\t7\t7\n`);
  }
  await mkdir(join(folder.path, 'sys'));
  await put(1, 1, '0\t0\t0\t0');
  await put(100, 100, '7\t7\t7\t7');
  await put(101, 100, '7\t7\t7\t7');
  assert.equal(processGroupOf(101, folder.path), 100);
  assert.equal(processGroupOf(102, folder.path), undefined);
  assert.equal(hasProcessesBeside(100, 7, folder.path), false);
  assert.equal(hasProcessesBeside(101, 7, folder.path), true);
  await put(200, 200, '0\t7\t0\t0');
  assert.equal(hasProcessesBeside(100, 7, folder.path), true);
});

test('where nothing tells of processes, a user is taken to have some', () => {
  assert.equal(hasProcessesBeside(1, 7, '/nowhere'), true);
});
