import { getCompileCacheDir } from 'node:module';
import path from 'node:path';

/** The variables of a launcher: it finds what the last one has compiled, where this process keeps such code; nothing of the service's beside that. */
export function launcherVariables(): Record<string, string> {
  const folder = getCompileCacheDir();
  // Node adds the folder of its version.
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
