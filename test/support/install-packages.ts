import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const INSTALL_TIMEOUT_MS = 400_000;
/** For a test that installs packages. */
export const INSTALLING = { timeout: INSTALL_TIMEOUT_MS + 100_000 };

/** What other packages might need of them is left out. */
const QUIETLY = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--omit=optional'];

/**
 * Installs packages, named with their versions, into a folder: those that are too large to lie beside the checkout. False
 * where no registry can be reached.
 */
export async function installPackages(folder: string, packages: readonly string[]): Promise<boolean> {
  // Certificates and proxies of this machine are in the environment.
  const options = { cwd: folder, timeout: INSTALL_TIMEOUT_MS };
  const isThere = await run('npm', ['view', packages[0]!, 'version', '--fetch-retries=0'], options).then(
    () => true,
    () => false,
  );
  if (!isThere) return false;
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', ...QUIETLY, ...packages], options);
  return true;
}
