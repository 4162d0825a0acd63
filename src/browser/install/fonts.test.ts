import assert from 'node:assert/strict';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { readFontCoverage } from './font-coverage.ts';
import { prepareFonts } from './fonts.ts';
import { SCRIPT_FONTS, type FontPackage } from './script-fonts.ts';

const DEJAVU = fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'));

/** Puts a package with a font of another into a folder. */
async function install(folder: string, { files }: FontPackage, count = files.length): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "version": "1.2.3" }');
  for (const file of files.slice(0, count)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await copyFile(DEJAVU, join(folder, file));
  }
}

describe('prepareFonts', () => {
  test('takes the packages that are there whole, and stages anew when that changes', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-fonts-'));
    await chmod(folder.path, 0o700);
    const [first, second] = SCRIPT_FONTS.filter(({ files }) => files.length > 1);
    assert.ok(first && second);
    await install(join(folder.path, 'first'), first);
    await install(join(folder.path, 'second'), second, 1);
    const folders = new Map([
      [first.package, 'first'],
      [second.package, 'second'],
    ]);
    const find = (name: string): string | undefined => {
      const found = folders.get(name);
      return found === undefined ? undefined : join(folder.path, found);
    };
    const parents = [join(folder.path, 'staged')];
    const bare = await prepareFonts(parents, undefined, () => undefined);
    const more = await prepareFonts(parents, undefined, find);
    assert.notEqual(bare, more);
    assert.equal(await prepareFonts(parents, undefined, find), more);

    const [had, has] = await Promise.all([bare, more].map((path) => readdir(join(dirname(path), 'fonts'))));
    assert.ok(had && has);
    assert.ok(had.includes('DejaVuSans.ttf') && had.includes('OpenSans-Regular.ttf'));
    const added = has.filter((name) => !had.includes(name)).toSorted();
    assert.deepEqual(
      added,
      first.files
        .map((file) => file.split('/').at(-1))
        .toSorted((one = '', other = '') => (one < other ? -1 : 1)),
    );
    for (const name of added)
      assert.equal((await stat(join(dirname(more), 'fonts', name))).mode & 0o777, 0o644);
    assert.match(await readFile(more, 'utf8'), new RegExp(`<dir>${dirname(more)}/fonts</dir>`));
  });
});

describe('readFontCoverage', () => {
  const text = 'Text ელინო ابجد 中文字符 日本語カタカナ 한국어글자 ภาษาไทย 😀😀😀';

  test('names the scripts of a text that no font has', async () => {
    const { missingScripts } = await readFontCoverage([dirname(DEJAVU)]);
    assert.deepEqual(missingScripts(text), ['Chinese', 'Japanese', 'Korean', 'Thai', 'emoji']);
    assert.deepEqual(missingScripts('Text with 中 and ไ, and Ж Ω א'), []);
    assert.deepEqual(missingScripts(''), []);
  });

  test('knows none where there are no fonts, or broken ones', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-fonts-'));
    const whole = await readFile(DEJAVU);
    await writeFile(join(folder.path, 'empty.ttf'), '');
    await writeFile(join(folder.path, 'text.otf'), 'not a font, but long enough to be one');
    await writeFile(join(folder.path, 'short.ttf'), whole.subarray(0, 2_000));
    await writeFile(join(folder.path, 'head.ttf'), whole.subarray(0, 40));
    await writeFile(join(folder.path, 'DejaVuSans.woff2'), whole);
    const { missingScripts } = await readFontCoverage([folder.path, join(folder.path, 'absent')]);
    assert.ok(missingScripts(text).includes('Georgian'));
    await mkdir(join(folder.path, 'deep'));
    await writeFile(join(folder.path, 'deep', 'DejaVuSans.TTF'), whole);
    assert.ok(!(await readFontCoverage([folder.path])).missingScripts(text).includes('Georgian'));
  });

  test('stays linear on a long text', async () => {
    const { missingScripts } = await readFontCoverage([]);
    await assertLinear(1_000_000, (size) => {
      const long = '中 ไ '.repeat(size);
      return () => assert.deepEqual(missingScripts(long), ['Chinese', 'Thai']);
    });
  });
});
