import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { otherUser } from '../../../test/support/other-user.ts';
import { spawnDatabase } from '../../../test/support/spawn-database.ts';
import { resolvePackage } from './binaries/resolve-package.ts';

/** Has an entry in /etc/passwd on every system. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const { identity: NAMELESS, whyNot } = otherUser;

/** A folder of its own that the user can reach, closed to all others. */
async function makeFolder({ uid, gid }: typeof NOBODY): Promise<AsyncDisposable & { path: string }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'decant-user-'));
  await chmod(folder.path, 0o700);
  await chown(folder.path, uid, gid);
  return folder;
}

describe('the embedded server of an ordinary user', { skip: whyNot, timeout: 120_000 }, () => {
  for (const [name, user] of Object.entries({
    'with an entry in /etc/passwd': NOBODY,
    'without one': NAMELESS,
  })) {
    test(`${name}: starts`, async () => {
      await using folder = await makeFolder(user);
      await using database = spawnDatabase([folder.path], user);
      assert.ok((await database.ready).length > 0);
    });
  }

  test('runs from a copy when the package is not theirs and lacks its library links', async () => {
    await using folder = await makeFolder(NAMELESS);
    await using shared = await mkdtempDisposable(join(tmpdir(), 'decant-shared-'));
    await chmod(shared.path, 0o755);
    const packageFolder = join(shared.path, 'package');
    execFileSync('cp', ['-a', resolvePackage(), packageFolder]);
    // As npm 12 leaves it: plain files only.
    execFileSync('find', [packageFolder, '-type', 'l', '-delete']);
    await using database = spawnDatabase([folder.path, packageFolder], NAMELESS);
    assert.ok((await database.ready).length > 0);
  });

  test('says so when the folder belongs to someone else', async () => {
    await using folder = await makeFolder(NAMELESS);
    await mkdir(join(folder.path, 'postgres'), { mode: 0o700 });
    await using database = spawnDatabase([folder.path], NAMELESS);
    await assert.rejects(database.ready, {
      message: /this user may not access .*\(was it made by another user, such as root\?\)$/,
    });
  });

  test('says so when there is no binary that it may read', async () => {
    await using folder = await makeFolder(NAMELESS);
    await using database = spawnDatabase([folder.path, join(dirname(folder.path), 'absent')], NAMELESS);
    await assert.rejects(database.ready, { message: /^The embedded database cannot be opened: .*absent/ });
  });
});
