import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openTestServer } from '../../../test/support/postgres-server.ts';
import { silentLog } from '../../lib/log/log.ts';
import { openDatabase } from '../../store/database.ts';
import { registerWorker, releaseWorker } from './worker-lease.ts';
import { describeWorker, findWorker } from './worker-note.ts';

const secret = 'a secret of the database';
const SETTINGS = new Map([
  ['DECANT_ALLOW_ADDRESSES', '10.0.0.0/8'],
  ['DECANT_PROXIES_BASIC', 'http://me:password-4f@proxy:1'],
]);

test('a process tells who works on jobs, and settings given elsewhere that differ are named', async () => {
  await using server = await openTestServer();
  await using db = await openDatabase({ url: server.url, dataDir: '', log: silentLog });
  const find = (given: [string, string][]) => findWorker(db, { secret, settings: new Map(given) });
  const name = `process ${process.pid}`;
  // A command works on its own job alone, and is no concern of the others.
  await registerWorker(db, randomUUID());
  assert.equal(await find([]), undefined);

  const id = randomUUID();
  await registerWorker(db, id, describeWorker({ secret, settings: SETTINGS }));
  assert.deepEqual(await find([]), { name, differing: [] });
  assert.deepEqual(await find([...SETTINGS]), { name, differing: [] });
  assert.deepEqual(
    await find([
      ['DECANT_ALLOW_ADDRESSES', '127.0.0.1'],
      ['DECANT_OCR_LANGUAGES', 'deu'],
    ]),
    { name, differing: ['DECANT_ALLOW_ADDRESSES', 'DECANT_OCR_LANGUAGES'] },
  );
  const { rows } = await db.query<{ about: string }>('select about::text as about from worker');
  assert.doesNotMatch(JSON.stringify(rows), /password-4f|10\.0/);

  // Of several the one that would do otherwise is told.
  const far = { ...describeWorker({ secret, settings: new Map() }), pid: 7, host: 'far' };
  await registerWorker(db, randomUUID(), far);
  assert.deepEqual(await find([...SETTINGS]), { name: 'process 7 on far', differing: [...SETTINGS.keys()] });

  await releaseWorker(db, id);
  assert.deepEqual(await find([]), { name: 'process 7 on far', differing: [] });
  await db.query('update worker set expires_at = clock_timestamp()');
  assert.equal(await find([]), undefined);
});
