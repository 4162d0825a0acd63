import assert from 'node:assert/strict';
import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { readWorkerNote, writeWorkerNote } from './worker-note.ts';

const secret = 'a secret of the data folder';

test('a process tells who works on jobs, and settings given elsewhere that differ are named', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-note-'));
  const settings = new Map([
    ['DECANT_ALLOW_ADDRESSES', '10.0.0.0/8'],
    ['DECANT_PROXIES_BASIC', 'http://me:password-4f@proxy:1'],
  ]);
  const note = (given: [string, string][]) =>
    readWorkerNote({ dataDir: folder.path, secret, settings: new Map(given) });
  assert.equal(await note([]), undefined);
  {
    await using _written = await writeWorkerNote({ dataDir: folder.path, secret, settings });
    assert.deepEqual(await note([]), { pid: process.pid, differing: [] });
    assert.deepEqual(await note([...settings]), { pid: process.pid, differing: [] });
    assert.deepEqual(
      await note([
        ['DECANT_ALLOW_ADDRESSES', '127.0.0.1'],
        ['DECANT_OCR_LANGUAGES', 'deu'],
      ]),
      { pid: process.pid, differing: ['DECANT_ALLOW_ADDRESSES', 'DECANT_OCR_LANGUAGES'] },
    );
    assert.doesNotMatch(await readFile(path.join(folder.path, 'worker.json'), 'utf8'), /password-4f|10\.0/);
  }
  assert.equal(await note([]), undefined);
});

test('what a process that was killed left behind counts for nothing', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-note-'));
  const stale = { pid: process.pid, startedAt: 'another time', settings: {} };
  await writeFile(path.join(folder.path, 'worker.json'), JSON.stringify(stale));
  assert.equal(await readWorkerNote({ dataDir: folder.path, secret, settings: new Map() }), undefined);
});
