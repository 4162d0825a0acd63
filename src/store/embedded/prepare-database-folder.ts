import { lchown, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackFolder } from './folder-archive.ts';
import type { ServerIdentity } from './server-identity.ts';
import { fileFailure, startFailure } from './start-failure.ts';

/**
 * A new database as `initdb` and the migrations leave it, made by `scripts/make-database-template.ts`. Unpacking needs no entry
 * of the user in /etc/passwd, which `initdb` insists on and containers often lack, and is the same on every platform.
 */
const TEMPLATE = new URL('database-template.zst', import.meta.url);

/** Makes the folder when it is absent, and gives it to the user that the server runs as. */
export async function prepareDatabaseFolder(
  folder: string,
  identity: ServerIdentity | undefined,
  major: number,
): Promise<void> {
  try {
    const found = await readMajor(folder);
    if (found === undefined) await create(folder, identity);
    else if (found !== major) {
      throw startFailure(
        `in ${folder} was written by PostgreSQL ${found} and cannot be read by the installed version ${major}`,
      );
    } else if (identity && (await stat(folder)).uid !== identity.uid) await give(folder, identity);
  } catch (error) {
    throw fileFailure(folder, error);
  }
}

/** The major version of the server that wrote the folder; undefined when there is no database in it. */
async function readMajor(folder: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(folder, 'PG_VERSION'), 'utf8'), 10);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The folder appears whole or not at all: what an interrupted start left is thrown away. */
async function create(folder: string, identity: ServerIdentity | undefined): Promise<void> {
  const draft = `${folder}.new`;
  try {
    await rm(draft, { recursive: true, force: true });
    await unpackFolder(TEMPLATE, draft, identity);
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

/** Restored from a backup by root, say. The folder itself comes last, so that an interrupted run starts over. */
async function give(folder: string, { uid, gid }: ServerIdentity): Promise<void> {
  for (const path of await readdir(folder, { recursive: true })) await lchown(join(folder, path), uid, gid);
  await lchown(folder, uid, gid);
}
