import path from 'node:path';
import { PACKAGE_FOLDER } from '../../config.ts';
import { shellWord } from './shell-word.ts';

interface CommandPlace {
  /** The folder of this package. */
  packageFolder: string;
  /** The current folder of whoever is to paste the command. */
  cwd: string;
}

/** `decant` as it can be pasted here: it is on the PATH only where it was installed globally. */
export function commandName(
  { packageFolder, cwd }: CommandPlace = { packageFolder: PACKAGE_FOLDER, cwd: process.cwd() },
): string {
  const parts = packageFolder.split(path.sep);
  const isInstalled = parts.includes('node_modules');
  if (isInstalled) return isGlobal(parts) ? 'decant' : 'npx decant';
  // From elsewhere npx would ask the registry for a package of this name.
  const isBelow = `${cwd}${path.sep}`.startsWith(`${packageFolder}${path.sep}`);
  return isBelow ? 'npx decant' : `node ${shellWord(path.join(packageFolder, 'bin/decant.mjs'))}`;
}

/** `/usr/lib/node_modules/decant`; on Windows `...\npm\node_modules\decant`. */
function isGlobal(parts: readonly string[]): boolean {
  return parts.at(-2) === 'node_modules' && ['lib', 'npm'].includes(parts.at(-3) ?? '');
}
