import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowserPackage, readPackedFiles } from './browser-package.ts';

test('the archives of the package are read', async () => {
  const found = await findBrowserPackage();
  const names = async (name: 'al2023' | 'swiftshader' | 'fonts'): Promise<string> =>
    (await readPackedFiles(found, name)).map(({ path }) => path).join(' ');
  assert.match(await names('al2023'), /lib\/libnss3\.so/);
  assert.match(await names('swiftshader'), /libvk_swiftshader\.so/);
  assert.match(await names('fonts'), /OpenSans-Regular\.ttf/);
});
