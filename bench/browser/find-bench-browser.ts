import { chmod, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseBrowserIdentity } from '../../src/browser/browser-identity.ts';
import { findBrowser } from '../../src/browser/install/find-browser.ts';
import { prepareFonts } from '../../src/browser/install/fonts.ts';

/** The Chromium of all contenders, with what it needs around it. Plain data: it is sent to their processes. */
export interface BenchBrowser {
  executable: string;
  libraryPath: string | undefined;
  fontConfig: string;
  /** Given by whoever runs the bench, for DECANT_BROWSER_PATH of services. */
  configuredPath: string | undefined;
  /** Where it was unpacked. */
  folder: string;
}

/** Kept between runs. */
const FOLDER = join(tmpdir(), 'decant-bench-browser');

/** The browser that is given, or the one that Decant would take on this machine; throws when there is none. */
export async function findBenchBrowser(configuredPath?: string): Promise<BenchBrowser> {
  const identity = chooseBrowserIdentity();
  await mkdir(FOLDER, { recursive: true, mode: 0o755 });
  await chmod(FOLDER, 0o755);
  const found = await findBrowser({ configuredPath, dataDir: FOLDER, identity, unpackFolders: [FOLDER] });
  if ('problem' in found) throw new Error(found.problem);
  return {
    executable: found.executable,
    libraryPath: found.libraryPath,
    fontConfig: await prepareFonts([FOLDER], identity),
    configuredPath,
    folder: FOLDER,
  };
}

/** The service's variables: it may reach the local web, and has the same browser. */
export function serviceEnvironment({ configuredPath }: BenchBrowser, origin: string): Record<string, string> {
  return {
    DECANT_ALLOW_ADDRESSES: new URL(origin).host,
    ...(configuredPath !== undefined && { DECANT_BROWSER_PATH: configuredPath }),
  };
}

/** The variables that the browser needs to start and to have its fonts. */
export function browserEnvironment({ libraryPath, fontConfig }: BenchBrowser): Record<string, string> {
  return { FONTCONFIG_FILE: fontConfig, ...(libraryPath !== undefined && { LD_LIBRARY_PATH: libraryPath }) };
}
