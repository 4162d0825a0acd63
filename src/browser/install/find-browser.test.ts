import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findBrowser, type FindBrowserOptions } from './find-browser.ts';

/** A folder with a program and a text file; nothing of the machine's own is looked at. */
async function makeFolder(): Promise<AsyncDisposable & { path: string; options: FindBrowserOptions }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'decant-find-'));
  await writeFile(join(folder.path, 'text'), 'text', { mode: 0o644 });
  for (const name of ['bin/chromium', 'bin/chrome-headless-shell', 'more/chromium-headless-shell']) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), '#!/bin/sh\n', { mode: 0o755 });
  }
  return {
    path: folder.path,
    options: { dataDir: folder.path, identity: undefined, systemPlaces: [], machine: 'linux-arm64' },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('findBrowser', () => {
  test('takes the configured one and no other', async () => {
    await using folder = await makeFolder();
    const configuredPath = join(folder.path, 'bin/chromium');
    const searchPath = join(folder.path, 'more');
    assert.deepEqual(await findBrowser({ ...folder.options, configuredPath, searchPath }), {
      executable: configuredPath,
      source: 'configured',
    });
  });

  test('says what is wrong with the configured one, and which variable names it', async () => {
    await using folder = await makeFolder();
    for (const [name, problem] of [
      ['absent', /^DECANT_BROWSER_PATH is .*\/absent, which does not exist: correct or unset it$/],
      ['text', /^DECANT_BROWSER_PATH is .*\/text, which may not be executed/],
      ['text/below', /which does not exist/],
      ['bin', /which is not a file/],
    ] as const) {
      const found = await findBrowser({
        ...folder.options,
        configuredPath: join(folder.path, name),
        searchPath: join(folder.path, 'more'),
      });
      assert.match('problem' in found ? found.problem : '', problem);
    }
  });

  test('does not take one that its user cannot reach', async () => {
    await using folder = await makeFolder();
    await chmod(folder.path, 0o700);
    const another = (process.getuid?.() ?? 0) + 1;
    const identity = { uid: another, gid: another };
    const configuredPath = join(folder.path, 'bin/chromium');
    const found = await findBrowser({ ...folder.options, identity, configuredPath });
    assert.match('problem' in found ? found.problem : '', /cannot be reached by the unprivileged user/);
    const searchPath = join(folder.path, 'more');
    assert.ok('problem' in (await findBrowser({ ...folder.options, identity, searchPath })));
  });

  test('finds headless shells on PATH, never full browsers, nor by relative folders', async () => {
    await using folder = await makeFolder();
    const [bin, more] = [join(folder.path, 'bin'), join(folder.path, 'more')];
    const find = (searchPath: string): ReturnType<typeof findBrowser> =>
      findBrowser({ ...folder.options, searchPath });
    assert.deepEqual(await find(`relative::${bin}`), {
      executable: join(bin, 'chrome-headless-shell'),
      source: 'system',
    });
    assert.deepEqual(await find(`${bin}:${more}`), {
      executable: join(more, 'chromium-headless-shell'),
      source: 'system',
    });
  });

  test('says that this machine has none', async () => {
    await using folder = await makeFolder();
    assert.deepEqual(await findBrowser(folder.options), {
      problem:
        'The browser is not bundled for linux-arm64 and the system has no chromium-headless-shell; ' +
        'set DECANT_BROWSER_PATH to a chromium-headless-shell that runs here',
    });
  });

  test('says why the bundled one could not be unpacked', async () => {
    await using folder = await makeFolder();
    const unpackFolders = [join(folder.path, 'text', 'below')];
    const found = await findBrowser({ ...folder.options, machine: 'linux-x64', unpackFolders });
    assert.match(
      'problem' in found ? found.problem : '',
      /^The browser could not be unpacked \(ENOTDIR: .*\); set DECANT_BROWSER_PATH/,
    );
  });
});
