import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { NO_API_KEY } from './caller.ts';
import { createTeam } from './teams.ts';
import { createWebhookSecrets } from './webhook-secrets.ts';

test('a secret is kept encrypted, read back, replaced and cleared, for one team alone', async () => {
  await using db = await openTestDatabase();
  const { id } = await createTeam(db, 'one');
  const other = await createTeam(db, 'other');
  const secrets = createWebhookSecrets(db, 'secret of the installation');
  assert.equal(await secrets.read(id), undefined);
  await secrets.set(id, 'known-to-both-sides');
  assert.equal(await secrets.read(id), 'known-to-both-sides');
  assert.equal(await secrets.read(other.id), undefined);
  const { rows } = await db.query<{ sealed: Buffer }>(
    'select webhook_secret as sealed from team where id = $1',
    [id],
  );
  assert.ok(rows[0] && !rows[0].sealed.includes('known-to-both-sides'));
  await assert.rejects(createWebhookSecrets(db, 'another secret').read(id));
  const generated = await secrets.generate(id);
  assert.match(generated, /^[0-9a-f]{64}$/);
  assert.equal(await secrets.read(id), generated);
  await secrets.clear(id);
  assert.equal(await secrets.read(id), undefined);
});

test('refuses what is no good as a secret, and teams that do not exist', async () => {
  await using db = await openTestDatabase();
  const { id } = await createTeam(db, 'one');
  const secrets = createWebhookSecrets(db, 'secret of the installation');
  for (const value of ['', 'short', 'with a space', 'x'.repeat(513), 'ümläutümläut'])
    await assert.rejects(secrets.set(id, value), { code: 'BAD_REQUEST' });
  await assert.rejects(secrets.generate(NO_API_KEY), { code: 'NOT_FOUND' });
});
