import assert from 'node:assert/strict';
import { chmod, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseBrowserIdentity } from '../browser-identity.ts';
import { launchBrowser } from './launch-browser.ts';

const skip = process.platform !== 'linux' && 'its script is one for Linux';

/** Says which browser it is, notes how it was started, and does nothing else. */
const scriptOf = (product: string, starts: string): string => `#!/bin/sh
echo "$*" >> ${starts}
printf '{"id":1,"result":{"product":"${product}"}}\\0' >&4
exec cat <&3 >/dev/null
`;

async function wordsOf(product: string): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-launch-'));
  await chmod(folder.path, 0o755);
  const [starts, executable] = [join(folder.path, 'starts'), join(folder.path, 'browser')];
  await writeFile(starts, '');
  await chmod(starts, 0o666);
  await writeFile(executable, scriptOf(product, starts));
  await chmod(executable, 0o755);
  const identity = chooseBrowserIdentity();
  const launched = await launchBrowser({
    browser: { executable },
    identity,
    temporaryFolders: [folder.path],
  });
  assert.equal(launched.version.product, product);
  launched.kill();
  await launched.exited;
  return (await readFile(starts, 'utf8')).match(/.NOTFOUND/g) ?? [];
}

test(
  'a browser that turns out to be old is started again with the word by which it looks up no names',
  {
    skip,
  },
  async () => {
    assert.deepEqual(await wordsOf('HeadlessChrome/118.0.5993.0'), ['^NOTFOUND', '~NOTFOUND']);
    assert.deepEqual(await wordsOf('HeadlessChrome/119.0.6045.0'), ['^NOTFOUND']);
  },
);
