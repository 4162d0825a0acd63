import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file of just-bash, and all files that it runs with. */
export interface FoundShell {
  bundle: string;
  runtime: readonly string[];
}

/** The published package brings the file that it needs; a checkout has the package itself. */
const BUNDLE = fileURLToPath(new URL('just-bash/browser.js', import.meta.url));
const PACKAGE = 'just-bash';
const PACKAGES = [
  'diff',
  'minimatch',
  'brace-expansion',
  'balanced-match',
  'sprintf-js',
  'turndown',
  '@mixmark-io/domino',
];

/** Finds the shell; undefined in a checkout with packages left out. */
export function findShell(): FoundShell | undefined {
  if (existsSync(BUNDLE)) return { bundle: BUNDLE, runtime: [path.dirname(BUNDLE)] };
  const folder = folderOfPackage(PACKAGE, import.meta.url);
  if (folder === undefined) return undefined;
  const own = path.join(folder, 'package.json');
  const others = PACKAGES.map((name) => folderOfPackage(name, own)).filter((found) => found !== undefined);
  return { bundle: path.join(folder, 'dist/bundle/browser.js'), runtime: [folder, ...others] };
}

/** The folder where a package lies for who imports it from there; undefined where it is not installed. */
export function folderOfPackage(name: string, from: string): string | undefined {
  const places = createRequire(from).resolve.paths(name) ?? [];
  return places
    .map((place) => path.join(place, name))
    .find((folder) => existsSync(path.join(folder, 'package.json')));
}
