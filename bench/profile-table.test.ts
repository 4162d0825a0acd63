import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { profileTable, readProfile } from './profile-table.ts';

const frame = (id: number, functionName: string, url: string, line = 1) => ({
  id,
  callFrame: { functionName, url, lineNumber: line - 1, columnNumber: line === 1 ? 0 : 7 },
});

const PROFILE = {
  nodes: [
    frame(1, '(root)', ''),
    frame(2, 'parse', 'file:///home/decant/src/html/parse.ts', 10),
    frame(3, '', 'file:///home/decant/src/html/parse.ts', 20),
    frame(4, '', 'file:///home/decant/node_modules/pg/src/index.js', 30),
    // The same function, called from elsewhere.
    frame(5, 'parse', 'file:///home/decant/src/html/parse.ts', 10),
    frame(6, '', 'file:///home/decant/src/main.ts'),
  ],
  samples: [1, 2, 2, 3, 4, 4, 5, 6],
};

test('samples in our own source are added up by function, those without a name apart', () => {
  assert.deepEqual(readProfile(PROFILE), {
    own: 5,
    nameless: 1,
    functions: [
      { name: 'parse', place: 'html/parse.ts:10', samples: 3 },
      { name: '', place: 'html/parse.ts:20', samples: 1 },
      { name: '(module)', place: 'main.ts:1', samples: 1 },
    ],
  });
});

test('profiles of several processes are one table', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-profiles-'));
  for (const name of ['a.cpuprofile', 'b.cpuprofile', 'other.txt'])
    await writeFile(path.join(folder.path, name), JSON.stringify(PROFILE));
  const { rows, notes } = profileTable(folder.path);
  assert.deepEqual(rows, [
    ['parse', 'html/parse.ts:10', '60.0 %'],
    ['(module)', 'main.ts:1', '20.0 %'],
    ['(no name)', 'html/parse.ts:20', '20.0 %'],
  ]);
  assert.equal(notes?.[0], '10 samples in our own source, 2 of them (20.0 %) in functions without a name');
});
