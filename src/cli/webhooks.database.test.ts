import assert from 'node:assert/strict';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { v7 as uuidv7 } from 'uuid';
import { openTestServer } from '../../test/support/postgres-server.ts';
import { addJob, TEST_SECRET } from '../../test/support/open-test-webhooks.ts';
import { createTeam, ensureDefaultTeam } from '../accounts/teams.ts';
import { createWebhookSecrets } from '../accounts/webhook-secrets.ts';
import { loadConfig } from '../config.ts';
import type { DeliveryInfo } from '../features/webhooks/list-deliveries.ts';
import { silentLog } from '../lib/log/log.ts';
import { openDatabase, type Database } from '../store/database.ts';
import { webhooks } from './webhooks.ts';

interface CommandTest extends AsyncDisposable {
  db: Database;
  run(...args: string[]): Promise<{ stdout: string; stderr: string }>;
}

async function openCommandTest(): Promise<CommandTest> {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await mkdtempDisposable(path.join(tmpdir(), 'decant-webhooks-')));
  const { url } = opening.use(await openTestServer());
  const db = opening.use(await openDatabase({ url, dataDir: '', log: silentLog }));
  const config = loadConfig({
    DATABASE_URL: url,
    DECANT_DATA_DIR: folder.path,
    DECANT_SECRET: TEST_SECRET,
  });
  const open = opening.move();
  return {
    db,
    async run(...args) {
      const written = { stdout: '', stderr: '' };
      const streamOf = (name: keyof typeof written) => ({
        write(text: string) {
          written[name] += text;
        },
      });
      const { signal } = new AbortController();
      const streams = { stdout: streamOf('stdout'), stderr: streamOf('stderr') };
      assert.equal(await webhooks.run({ args, config, log: silentLog, signal, ...streams }), 0);
      return written;
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function states(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ event: string; state: number; attempts: number; is_due: boolean }>(
    `select event, state, attempts, next_at <= clock_timestamp() as is_due from delivery order by id`,
  );
  return rows.map((row) => `${row.event} ${row.state} ${row.attempts}${row.is_due ? ' due' : ''}`);
}

/** Adds deliveries of team `one`: delivered, given up, to be tried again, under way; of team `two`: given up. */
async function addDeliveries(db: Database) {
  const [one, two] = [await createTeam(db, 'one'), await createTeam(db, 'two')];
  const first = await addJob(db, one.id, { webhook: 'http://a.example/' });
  const second = await addJob(db, two.id, { webhook: 'http://a.example/', kind: 'batch_scrape' });
  const page = { event: 'page', error: 'broken' } as const;
  await first.enqueue({ event: 'started' }, page, { event: 'completed' }, { event: 'failed' });
  await second.enqueue({ event: 'started' });
  await db.query(
    `update delivery set attempts = 1, state = case event when 'page' then 3 when 'failed' then 1
       else case when job_id = $1 and event = 'started' then 2 when event = 'completed' then 0 else 3 end end,
       last_status = 500, next_at = clock_timestamp() + interval '1 hour',
       last_error = case when event = 'page' then 'The receiver answered 500' end`,
    [first.id],
  );
  return { first, second };
}

test('webhooks list shows the newest first, of a team, in a state, as a table or JSON', async () => {
  await using command = await openCommandTest();
  const { first, second } = await addDeliveries(command.db);
  const lines = (await command.run()).stdout.trimEnd().split('\n');
  assert.equal(lines.length, 6);
  assert.match(lines[0] ?? '', /^ID +TEAM +JOB +EVENT +CREATED +STATE +ATTEMPTS +LAST ANSWER$/);
  assert.match(lines[1] ?? '', new RegExp(`two +${second.id} +batch_scrape\\.started .* failed +1 +500$`));
  assert.match(lines[3] ?? '', /crawl\.completed .* waiting until \d{4}-\S+Z +1 +500$/);
  assert.match(lines[4] ?? '', /crawl\.page .* failed +1 +The receiver answered 500$/);
  const json = await command.run('list', '--json', '--team', 'one', '--state', 'delivered');
  const [delivery, ...others] = JSON.parse(json.stdout) as DeliveryInfo[];
  assert.deepEqual(others, []);
  assert.deepEqual(
    [delivery?.jobId, delivery?.event, delivery?.state],
    [first.id, 'crawl.started', 'delivered'],
  );
  assert.equal((await command.run('--limit', '1')).stdout.split('\n').length, 3);
});

test('webhooks redeliver makes deliveries due again: by id, of a job, those given up', async () => {
  await using command = await openCommandTest();
  const { db } = command;
  const { first } = await addDeliveries(db);
  assert.equal((await command.run('redeliver', '--failed', '--team', 'two')).stdout, '1 delivery due now\n');
  assert.deepEqual(await states(db), [
    'started 2 1',
    'page 3 1',
    'completed 0 1',
    'failed 1 1',
    'started 0 0 due',
  ]);
  const { rows } = await db.query<{ id: string }>(`select id from delivery where event = 'page'`);
  assert.equal((await command.run('redeliver', String(rows[0]?.id))).stdout, '1 delivery due now\n');
  assert.equal((await states(db))[1], 'page 0 0 due');
  // The delivery under way is left alone.
  assert.equal((await command.run('redeliver', '--job', first.id)).stdout, '3 deliveries due now\n');
  assert.equal((await states(db))[3], 'failed 1 1');
  await assert.rejects(command.run('redeliver', uuidv7()), { code: 'NOT_FOUND' });
});

test('webhooks secret: told whether there is one, made, set, cleared', async () => {
  await using command = await openCommandTest();
  const { id } = await ensureDefaultTeam(command.db);
  const secrets = createWebhookSecrets(command.db, TEST_SECRET);
  assert.equal((await command.run('secret')).stdout, 'default: deliveries are not signed\n');
  const made = await command.run('secret', '--generate');
  assert.equal(made.stdout, `${await secrets.read(id)}\n`);
  assert.match(made.stderr, /not shown again/);
  assert.equal((await command.run('secret')).stdout, 'default: deliveries are signed\n');
  await command.run('secret', '--set', 'known-to-both-sides');
  assert.equal(await secrets.read(id), 'known-to-both-sides');
  await command.run('secret', '--clear');
  assert.equal(await secrets.read(id), undefined);
  await assert.rejects(command.run('secret', '--set', 'short'), { code: 'BAD_REQUEST' });
  await assert.rejects(command.run('secret', '--team', 'nobody'), { code: 'NOT_FOUND' });
});

test('wrong calls are told so before a database is opened', async () => {
  const config = loadConfig({ DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  const { signal } = new AbortController();
  const nowhere = { write: () => undefined };
  for (const line of [
    'nonsense',
    'list x',
    'list --state lost',
    'list --limit 0',
    'redeliver',
    'redeliver x',
    'redeliver --job x',
    'redeliver --failed --job x',
    'redeliver --team one',
    'secret x',
    'secret --generate --clear',
    'list --nonsense',
  ]) {
    const context = { args: line.split(' '), config, log: silentLog, signal };
    await assert.rejects(
      webhooks.run({ ...context, stdout: nowhere, stderr: nowhere }),
      { name: 'UsageError' },
      line,
    );
  }
});
