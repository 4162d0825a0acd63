// `npm run prepack`: `dist/` for the published package, since Node strips no types under node_modules, and its package.json;
// `npm run postpack` brings the one of the checkout back. With `--check` the same into a folder that stays for the next
// time, and no package.json: whether it can be built.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { copyShell } from './copy-shell.ts';
import { packedManifest, type Manifest } from './packed-manifest.ts';

/** What the sources read at run time besides modules. */
const ASSETS = ['src/**/*.sql', 'src/**/*.zst', 'src/**/*.py'];

const WEB_ASSETS = ['web/**/*.css', 'web/**/*.svg'];

const isCheck = process.argv.includes('--check');
const out = isCheck ? join('.cache', 'build-check') : 'dist';
if (!isCheck) rmSync(out, { recursive: true, force: true });
compile(
  '-p',
  'tsconfig.build.json',
  '--outDir',
  out,
  ...(isCheck ? ['--incremental', '--tsBuildInfoFile', join(out, 'tsbuildinfo')] : []),
);

/** The declarations that a program which imports the package reads: those that the library's own lead to. */
const entry = join(out, 'library', 'index.d.ts');
const declarations = new Set([entry]);
for (const file of declarations) {
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g,
  ))
    declarations.add(join(dirname(file), `${target}.d.ts`));
}
if (!isCheck) for (const file of globSync(`${out}/**/*.d.ts`)) if (!declarations.has(file)) rmSync(file);

compile('--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', entry);

// Pages that people look at; their style sheets and pictures stay as they are.
compile('-p', 'web', '--noEmit', 'false', '--outDir', join(out, 'web'), '--removeComments');

const assets = [...filesOf(ASSETS, 'src', out), ...filesOf(WEB_ASSETS, 'web', join(out, 'web'))];
for (const [from, to] of assets) cpSync(from, to);
copyShell(out);
process.stdout.write(`${out}/: compiled, ${declarations.size} declarations, ${assets.length} assets\n`);

const manifest = packedManifest(JSON.parse(readFileSync('package.json', 'utf8')) as Manifest);
if (!isCheck) {
  mkdirSync('.cache', { recursive: true });
  copyFileSync('package.json', '.cache/package.json');
  writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** Files that match, and where they go. */
function filesOf(patterns: readonly string[], from: string, to: string): Array<readonly [string, string]> {
  const files = globSync(patterns);
  if (files.length === 0) throw new Error(`no file matches ${patterns.join(', ')}`);
  return files.map((file) => [file, join(to, relative(from, file))]);
}

function compile(...args: string[]): void {
  const { status } = spawnSync(join('node_modules', '.bin', 'tsc'), args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
