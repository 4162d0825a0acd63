// `npm run prepack`: `dist/` for the published package, since Node strips no types under node_modules, and its package.json;
// `npm run postpack` brings the one of the checkout back.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { packedManifest, type Manifest } from './packed-manifest.ts';

/** What the sources read at run time besides modules. */
const ASSETS = ['src/**/*.sql', 'src/**/*.zst'];

rmSync('dist', { recursive: true, force: true });
compile('-p', 'tsconfig.build.json');

/** The declarations that a program which imports the package reads: those that the library's own lead to. */
const declarations = new Set(['dist/library/index.d.ts']);
for (const file of declarations) {
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(
    /(?:from |import\()["'](\.[^"']+)\.[jt]s["']/g,
  ))
    declarations.add(join(dirname(file), `${target}.d.ts`));
}
for (const file of globSync('dist/**/*.d.ts')) if (!declarations.has(file)) rmSync(file);

compile(
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  'dist/library/index.d.ts',
);

const assets = globSync(ASSETS);
if (assets.length === 0) throw new Error(`no file matches ${ASSETS.join(', ')}`);
for (const asset of assets) cpSync(asset, join('dist', relative('src', asset)));
process.stdout.write(`dist/: compiled, ${declarations.size} declarations, ${assets.length} assets\n`);

mkdirSync('.cache', { recursive: true });
copyFileSync('package.json', '.cache/package.json');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
writeFileSync('package.json', `${JSON.stringify(packedManifest(manifest), undefined, 2)}\n`);

function compile(...args: string[]): void {
  const { status } = spawnSync(join('node_modules', '.bin', 'tsc'), args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
