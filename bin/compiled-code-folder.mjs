import { lstatSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * The folder in which Node keeps what it has compiled; undefined when this user has none that nobody else may write to.
 * Node runs what lies there: its own place in the folder for temporary files has a known name, and whoever makes it first
 * would run code as us.
 *
 * @param {string} cacheHome
 * @returns {string | undefined}
 */
export function compiledCodeFolder(cacheHome = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache')) {
  const folder = join(cacheHome, 'decant', 'compiled');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOurs(join(cacheHome, 'decant')) && isOurs(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

function isOurs(folder) {
  const { uid, mode } = lstatSync(folder);
  if (process.getuid === undefined) return true;
  const isFolder = (mode & 0o170000) === 0o040000;
  return isFolder && uid === process.getuid() && (mode & 0o022) === 0;
}
