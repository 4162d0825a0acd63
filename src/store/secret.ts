import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { createPrivateFile, readPrivateFile } from './private-file.ts';
import type { Queryable } from './queryable.ts';

/** The configured secret, else the one in the data folder, made there on the first start (mode 0600). */
export async function readSecret(dataDir: string, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  const file = path.join(dataDir, 'secret');
  return (await readPrivateFile(file)) ?? createPrivateFile(file, randomBytes(32).toString('hex'));
}

/** This process was given another secret than the database was made with: it could read none of its sealed data. */
class WrongSecretError extends Error {
  override readonly name = 'WrongSecretError';
}

/** Notes the digest of the secret in a new database; refuses one that was made with another secret. */
export async function checkSecret(db: Queryable, secret: string): Promise<void> {
  const digest = createHash('sha256').update(`decant secret digest ${secret}`).digest('hex');
  await db.query(
    `insert into installation (name, value) values ('secret_digest', $1) on conflict (name) do nothing`,
    [digest],
  );
  const { rows } = await db.query<{ value: string }>(
    `select value from installation where name = 'secret_digest'`,
  );
  if (!timingSafeEqual(Buffer.from(rows[0]?.value ?? '', 'hex'), Buffer.from(digest, 'hex'))) {
    throw new WrongSecretError(
      'DECANT_SECRET is not the secret that this database was made with. Set DECANT_SECRET to the same value on every process (the file "secret" in the first one\'s data folder), or use another database.',
    );
  }
}
