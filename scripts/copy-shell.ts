import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PACKAGE = path.join('node_modules', 'just-bash');
/** Where the shell of sessions looks for it, below the folder of the build. */
const PLACE = path.join('runners', 'shell', 'just-bash');

/**
 * Imports of the bundle that the published package has otherwise: `minimatch` serves patterns of `ls`, and is under a licence that the others
 * are not; `turndown` serves a program that sessions leave out, with 9 MB; `diff` is a dependency of ours.
 */
const OTHERWISE: ReadonlyArray<readonly [from: string, to: string]> = [
  ['"sprintf-js"', '"./sprintf.cjs"'],
  ['"minimatch"', '"../match-name.js"'],
  ['"turndown"', '"./no-turndown.js"'],
];
const OWN = new Set(['diff', 'node:zlib', 'node:dns', 'node:async_hooks']);
const NO_TURNDOWN = `export default class {
  constructor() {
    throw new Error('html-to-markdown is not among the programs of a session');
  }
}
`;

/** Puts the one-file bundle of just-bash into a build, with what it needs; throws when it needs something else by now. */
export function copyShell(out: string): void {
  const folder = path.join(out, PLACE);
  mkdirSync(folder, { recursive: true });
  const bundle = readFileSync(path.join(PACKAGE, 'dist', 'bundle', 'browser.js'), 'utf8');
  writeFileSync(path.join(folder, 'browser.js'), rewriteImports(bundle));
  writeFileSync(path.join(folder, 'no-turndown.js'), NO_TURNDOWN);
  const sprintf = folderOf('sprintf-js');
  cpSync(path.join(sprintf, 'src', 'sprintf.js'), path.join(folder, 'sprintf.cjs'));
  cpSync(path.join(sprintf, 'LICENSE'), path.join(folder, 'sprintf-js.LICENSE'));
  cpSync(path.join(PACKAGE, 'LICENSE'), path.join(folder, 'LICENSE'));
}

function rewriteImports(bundle: string): string {
  let text = bundle;
  for (const [from, to] of OTHERWISE) {
    if (!text.includes(`from${from}`)) throw new Error(`just-bash imports ${from} no more, or otherwise`);
    text = text.replaceAll(`from${from}`, `from${to}`);
  }
  const named = [...text.matchAll(/\bimport\b[^"';()]*?\bfrom"([^"]+)"/g)].map(([, name = '']) => name);
  const unknown = named.filter((name) => !name.startsWith('.') && !OWN.has(name));
  if (unknown.length > 0)
    throw new Error(`just-bash imports ${unknown.join(', ')}, which a build does not have`);
  return text;
}

/** npm puts it beside just-bash, or within. */
function folderOf(name: string): string {
  const within = path.join(PACKAGE, 'node_modules', name);
  return existsSync(within) ? within : path.join('node_modules', name);
}
