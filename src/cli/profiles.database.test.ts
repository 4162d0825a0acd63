import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { openTestServer } from '../../test/support/postgres-server.ts';
import { createTeam } from '../accounts/teams.ts';
import { loadConfig } from '../config.ts';
import { silentLog } from '../lib/log/log.ts';
import { createProfiles } from '../scraper/profiles/profiles.ts';
import { openDatabase } from '../store/database.ts';
import { profiles } from './profiles.ts';

test('profiles are listed and deleted by team', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-profiles-'));
  await using server = await openTestServer();
  await using db = await openDatabase({ url: server.url, dataDir: '', log: silentLog });
  const config = loadConfig({ DATABASE_URL: server.url, DECANT_DATA_DIR: folder.path });
  const { signal } = new AbortController();
  const run = async (...args: string[]): Promise<string> => {
    let written = '';
    const stdout = { write: (text: string) => void (written += text) };
    assert.equal(await profiles.run({ args, config, log: silentLog, signal, stdout, stderr: stdout }), 0);
    return written;
  };

  const team = await createTeam(db, 'shop');
  {
    const made = createProfiles({ db, secret: 'a secret', log: silentLog });
    await using profile = await made.open({ teamId: team.id, name: 'my login', saveChanges: true, signal });
    await profile.save({ format: 1, cookies: [], origins: [] });
  }
  const today = new Date().toISOString().slice(0, 8);
  assert.match(
    await run(),
    new RegExp(`^TEAM .*\nshop +my login +\\d+ +${today}\\d\\d +${today}\\d\\d +-\n$`),
  );
  const [listed] = JSON.parse(await run('--json')) as Record<string, unknown>[];
  assert.deepEqual([listed?.['team'], listed?.['name'], listed?.['isInUse']], ['shop', 'my login', false]);
  assert.equal((await run('list', '--team', 'default')).trim().split('\n').length, 1);
  await assert.rejects(run('delete', 'my login'), { code: 'NOT_FOUND' });
  assert.equal(await run('delete', 'my login', '--team', 'shop'), 'deleted\n');
  await assert.rejects(run('delete', 'my login', '--team', 'shop'), / profiles lists them/);
  await assert.rejects(run('remove'), { name: 'UsageError' });
});
