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

/** Where unpacked browsers are kept between test runs, which have temporary folders of their own. */
const CACHE = join(process.env['DECANT_TEST_KEPT'] ?? tmpdir(), 'decant-test-browser');

/** The bundled browser, unpacked once for all test runs; undefined where there is none for this machine. */
export async function findTestBrowser(): Promise<TestBrowser | undefined> {
  const identity = chooseBrowserIdentity();
  await mkdir(CACHE, { recursive: true, mode: 0o755 });
  await chmod(CACHE, 0o755);
  const found = await findBrowser({ dataDir: CACHE, identity, unpackFolders: [CACHE], systemPlaces: [] });
  if ('problem' in found) return undefined;
  return { browser: found, fontConfig: await prepareFonts([CACHE], identity), identity };
}
