import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { test } from 'node:test';
import { silentLog } from '../../../lib/log/log.ts';
import { followServerLog } from './server-log.ts';

test('what a client hears itself when the server starts or stops is no warning', async () => {
  const warnings: unknown[] = [];
  const stream = new PassThrough();
  const { lines } = followServerLog(stream, {
    ...silentLog,
    warn: (_message, fields) => void warnings.push(fields?.['text']),
  });
  const written = [
    'LOG:  received fast shutdown request',
    'FATAL:  the database system is shutting down',
    'FATAL:  terminating connection due to administrator command',
    'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device',
  ];
  stream.end(written.map((line) => `${line}\n`).join(''));
  await finished(stream);
  assert.deepEqual(lines, written);
  assert.deepEqual(warnings, ['could not write to file "pg_wal/xlogtemp.1": No space left on device']);
});
