// `npm run prepack`: `dist/` for the published package, since Node strips no types under node_modules.
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** What the sources read at run time besides modules. */
const ASSETS = ['src/**/*.sql', 'src/**/*.zst'];

rmSync('dist', { recursive: true, force: true });
const { status } = spawnSync(join('node_modules', '.bin', 'tsc'), ['-p', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(status ?? 1);

const assets = globSync(ASSETS);
if (assets.length === 0) throw new Error(`no file matches ${ASSETS.join(', ')}`);
for (const asset of assets) cpSync(asset, join('dist', relative('src', asset)));
process.stdout.write(`dist/: compiled, ${assets.length} assets\n`);
