import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findTestBrowser } from '../../../test/support/test-browser.ts';
import { openTestBrowser } from '../../../test/support/open-test-browser.ts';
import { FONT_CACHE, keepFontCache } from './font-cache.ts';
import { prepareFonts } from './fonts.ts';

const found = await findTestBrowser();

describe('what a browser knows about its fonts', { skip: !found && 'no browser can be had here' }, () => {
  async function openFonts() {
    const folder = await mkdtempDisposable(join(tmpdir(), 'decant-font-cache-'));
    await chmod(folder.path, 0o755);
    const fontConfig = await prepareFonts([folder.path], found?.identity);
    return { fontConfig, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  }

  /** The beginning of the name that fontconfig gives a cache of our fonts. */
  const digestOf = (fontConfig: string): string =>
    createHash('md5')
      .update(join(dirname(fontConfig), 'fonts'))
      .digest('hex');

  /** Starts a browser; gives its home, and the caches that it had to make. */
  async function start(fontConfig: string) {
    const { browser, ...rest } = (await openTestBrowser({ fontConfig }))!;
    const home = browser.folder!;
    const made = await readdir(join(home, 'fontconfig')).catch(() => []);
    return { home, group: browser.processId, made, [Symbol.asyncDispose]: rest[Symbol.asyncDispose] };
  }

  test('is kept once, for others to read, and the next browser finds nothing new out', async () => {
    await using fonts = await openFonts();
    const { fontConfig } = fonts;
    const kept = join(dirname(fontConfig), FONT_CACHE);
    // The system's own cache is no matter here: root could write it.
    const text = await readFile(fontConfig, 'utf8');
    await writeFile(fontConfig, text.replace(/ *<cachedir>\/var.*\n/, ''));
    await using first = await start(fontConfig);
    assert.ok(
      first.made.some((name) => name.startsWith(digestOf(fontConfig))),
      first.made.join(),
    );
    assert.equal(await keepFontCache(fontConfig, { ...first, identity: undefined }), true);
    const names = await readdir(kept);
    assert.deepEqual(names.toSorted(), first.made.filter((name) => name.includes('.cache-')).toSorted());
    for (const name of names) assert.equal((await stat(join(kept, name))).mode & 0o777, 0o644);
    await using next = await start(fontConfig);
    assert.deepEqual(next.made, []);
    assert.equal(await keepFontCache(fontConfig, { ...next, identity: undefined }), true);
  });

  test('is kept anew when what is there serves no browser', async () => {
    await using fonts = await openFonts();
    const { home, group, name } = await layOut(fonts.fontConfig, 'a new cache');
    const kept = join(dirname(fonts.fontConfig), FONT_CACHE);
    await mkdir(kept);
    await writeFile(join(kept, name), 'an old cache');
    assert.equal(await keepFontCache(fonts.fontConfig, { home, group, identity: undefined }), true);
    assert.equal(await readFile(join(kept, name), 'utf8'), 'a new cache');
  });

  test('is not kept while its user has other processes', async () => {
    await using fonts = await openFonts();
    const { home, group } = await layOut(fonts.fontConfig, 'a cache');
    const identity = { uid: process.getuid!(), gid: process.getgid!() };
    assert.equal(await keepFontCache(fonts.fontConfig, { home, group, identity }), false);
    assert.equal(await keepFontCache(fonts.fontConfig, { home, group, identity: undefined }), true);
  });

  test('is not read through a link, nor when it is no file or far too large', async () => {
    await using fonts = await openFonts();
    const { home, group, file } = await layOut(fonts.fontConfig, 'x'.repeat(3 * 2 ** 20));
    const keep = (): Promise<boolean> =>
      keepFontCache(fonts.fontConfig, { home, group, identity: undefined });
    await assert.rejects(keep(), RangeError);
    await rm(file);
    await mkdir(file);
    await assert.rejects(keep(), RangeError);
    await rm(file, { recursive: true });
    await symlink('/etc/passwd', file);
    await assert.rejects(keep(), { code: 'ELOOP' });
    const left = await readdir(dirname(fonts.fontConfig));
    assert.deepEqual(left.toSorted(), ['fonts', 'fonts.conf']);
  });

  /** A home as of a browser that has a cache of the fonts, under such a name as the first test has from a browser. */
  async function layOut(fontConfig: string, content: string) {
    const home = join(dirname(dirname(fontConfig)), 'home');
    const name = `${digestOf(fontConfig)}-le64.cache-11`;
    await mkdir(join(home, 'fontconfig'), { recursive: true });
    const file = join(home, 'fontconfig', name);
    await writeFile(file, content);
    return { home, group: 2 ** 30, file, name };
  }
});
