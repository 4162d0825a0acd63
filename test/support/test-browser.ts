import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseBrowserIdentity, type BrowserIdentity } from '../../src/browser/browser-identity.ts';
import { findBrowser, type FoundBrowser } from '../../src/browser/install/find-browser.ts';
import { prepareFonts } from '../../src/browser/install/fonts.ts';

export interface TestBrowser {
  browser: FoundBrowser;
  fontConfig: string | undefined;
  identity: BrowserIdentity | undefined;
}

/**
 * Where `findTestBrowser` keeps unpacked browsers between test runs, which have temporary folders of their own: each has
 * 209 MB to be unpacked.
 */
export const TEST_BROWSERS = join(process.env['DECANT_TEST_KEPT'] ?? tmpdir(), 'decant-test-browser');

/** The bundled browser, unpacked once for all test runs; undefined where there is none for this machine. */
export async function findTestBrowser(): Promise<TestBrowser | undefined> {
  const identity = chooseBrowserIdentity();
  await mkdir(TEST_BROWSERS, { recursive: true, mode: 0o755 });
  await chmod(TEST_BROWSERS, 0o755);
  const found = await findBrowser({
    dataDir: TEST_BROWSERS,
    identity,
    unpackFolders: [TEST_BROWSERS],
    systemPlaces: [],
  });
  if ('problem' in found) return undefined;
  return { browser: found, fontConfig: await prepareFonts([TEST_BROWSERS], identity), identity };
}
