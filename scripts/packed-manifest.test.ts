import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packedManifest, type Manifest } from './packed-manifest.ts';

interface Lock {
  packages: Record<string, { bin?: Record<string, string> }>;
}

test('no dependency of the published package replaces the node of whoever installs it', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest &
    Record<'dependencies', object>;
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const bringNode = (names: object) =>
    Object.keys(names).filter((name) => packages[`node_modules/${name}`]?.bin?.['node'] !== undefined);
  const packed = packedManifest(manifest);
  assert.deepEqual(bringNode({ ...packed.dependencies, ...packed.optionalDependencies }), []);
  // The lock file has what the test looks for, and the launcher knows where to get it.
  assert.ok(bringNode(manifest.optionalDependencies ?? {}).length > 0);
  assert.deepEqual(
    { ...packed.optionalDependencies, ...packed.bundledNode },
    { ...manifest.optionalDependencies },
  );
});
