import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writePages } from '../../test/support/index-pages.ts';
import { indexedPage } from '../../test/support/indexed-page.ts';
import { openTestServer } from '../../test/support/postgres-server.ts';
import { createTeam } from '../accounts/teams.ts';
import { loadConfig } from '../config.ts';
import { silentLog } from '../lib/log/log.ts';
import { openDatabase } from '../store/database.ts';
import { searchIndex } from './search-index.ts';

test('the index of a team is listed, rebuilt, and its pages are removed', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-index-'));
  await using server = await openTestServer();
  await using db = await openDatabase({ url: server.url, dataDir: '', log: silentLog });
  const config = loadConfig({ DATABASE_URL: server.url, DECANT_DATA_DIR: folder.path });
  const { signal } = new AbortController();
  const run = async (...args: string[]): Promise<string> => {
    let written = '';
    const stdout = { write: (text: string) => void (written += text) };
    const stderr = { write: () => undefined };
    assert.equal(await searchIndex.run({ args, config, log: silentLog, signal, stdout, stderr }), 0);
    return written;
  };

  const { id } = await createTeam(db, 'shop');
  await writePages(
    db,
    ['a/1', 'a/2', 'b/1'].map((name) => indexedPage(id, `http://site.test/${name}`, { body: name })),
  );
  assert.match(await run(), /^TEAM .*\nshop +3 +\d+ +3 +0 +0\n$/);
  assert.equal(await run('rebuild', '--team', 'shop'), '3 pages indexed\n');
  const [listed] = JSON.parse(await run('status', '--json', '--team', 'shop')) as Record<string, unknown>[];
  assert.deepEqual(
    [listed?.['team'], listed?.['pages'], listed?.['pending'], listed?.['segments']],
    ['shop', 3, 0, 1],
  );
  assert.equal(await run('remove', 'http://site.test/a/', '--team', 'shop'), '2 pages removed\n');
  assert.equal(await run('remove', 'http://site.test/'), '0 pages removed\n');
  assert.equal(await run('drop', '--team', 'shop'), '1 pages removed\n');
  assert.equal((await run()).trim().split('\n').length, 1);
  await assert.rejects(run('drop', '--team', 'none'), { code: 'NOT_FOUND' });
  await assert.rejects(run('clear'), { name: 'UsageError' });
});
