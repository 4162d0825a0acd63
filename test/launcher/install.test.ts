import { deepEqual, equal, match, doesNotMatch } from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, test } from 'node:test';

import { createFakeProject, until } from './fake-project.ts';
import type { FakeProject, LaunchOptions } from './fake-project.ts';

/** A launch that goes well; returns what it printed to the standard error. */
async function start(project: FakeProject, options?: LaunchOptions): Promise<string> {
  const launch = project.launch(options);
  deepEqual(await launch.end, { code: 0, signal: null }, launch.stderr());
  match(launch.stdout(), /^\{"args":\["report"\]/, 'the standard output is the entry’s alone');
  return launch.stderr();
}

describe('what a launch installs', { concurrency: 2 }, () => {
  test('with no node_modules: everything, by npm ci, and the second launch nothing', async () => {
    using project = createFakeProject();
    match(await start(project), /installing dependencies with npm ci \(1 missing.*\n.*installed in \d+ s/);
    match(project.npmCalls().join('\n'), /^ci .*--include=optional --omit=dev$/);

    equal(await start(project), '');
    equal(project.npmCalls().length, 1);
  });

  test('the same with the real npm and a package that lies in the project', async () => {
    using project = createFakeProject();
    project.remove('fake-bin');
    project.write('package/package.json', JSON.stringify({ name: 'needed', version: '1.0.0' }));
    equal(spawnSync('tar', ['-czf', 'needed.tgz', 'package'], { cwd: project.root }).status, 0);
    const dependencies = { needed: 'file:needed.tgz' };
    project.write(
      'package.json',
      JSON.stringify({ name: 'fake', version: '1.0.0', type: 'module', dependencies }),
    );
    project.write(
      'package-lock.json',
      JSON.stringify({
        name: 'fake',
        version: '1.0.0',
        lockfileVersion: 3,
        packages: {
          '': { name: 'fake', version: '1.0.0', dependencies },
          'node_modules/needed': { version: '1.0.0', resolved: 'file:needed.tgz' },
        },
      }),
    );

    match(await start(project), /added 1 package/);
    equal(await start(project), '');
  });

  test('again when the lock file names another version', async () => {
    using project = createFakeProject();
    await start(project);
    project.lock({ 'node_modules/needed': { version: '1.0.1' } });
    await start(project);
    equal(project.npmCalls().length, 2);
  });

  test('again when a package or the rest of an installation is gone', async () => {
    using project = createFakeProject();
    await start(project);
    project.remove('node_modules/needed');
    await start(project);
    project.remove('node_modules/.package-lock.json');
    await start(project);
    equal(project.npmCalls().length, 3);
  });

  test('nothing for optional packages of other platforms', async () => {
    using project = createFakeProject();
    await start(project);
    project.lock({
      'node_modules/needed': { version: '1.0.0' },
      'node_modules/for-another-platform': { version: '1.0.0', optional: true },
    });
    await start(project);
    equal(project.npmCalls().length, 1);
  });

  test('development dependencies for scripts only', async () => {
    using project = createFakeProject();
    await start(project);
    project.lock({
      'node_modules/needed': { version: '1.0.0' },
      'node_modules/linter': { version: '1.0.0', dev: true },
    });
    await start(project);
    equal(project.npmCalls().length, 1);
    await start(project, { isScript: true });
    match(project.npmCalls()[1] ?? '', /--include=dev$/);
    await start(project, { isScript: true });
    await start(project);
    equal(project.npmCalls().length, 2);

    // A start that has to install something leaves them in place.
    project.remove('node_modules/needed');
    await start(project);
    match(project.npmCalls()[2] ?? '', /--include=dev$/);
  });

  test('nothing when Decant itself was installed by a package manager', async () => {
    using project = createFakeProject('node_modules/decant');
    project.write('dist/main.js', `console.log(JSON.stringify({ args: process.argv.slice(2) }))`);
    project.remove('src');
    equal(await start(project), '');
    deepEqual(project.npmCalls(), []);
  });
});

describe('how a launch installs', { concurrency: 4 }, () => {
  test('with the npm that started us', async () => {
    using project = createFakeProject();
    project.write('elsewhere/package.json', '{}');
    project.write(
      'elsewhere/npm-cli.js',
      `require('node:fs').writeFileSync('npm-calls', 'its own'); process.exit(1)`,
    );
    const npmScript = path.join(project.root, 'elsewhere/npm-cli.js');
    const launch = project.launch({ environment: { npm_execpath: npmScript } });
    equal((await launch.end).code, 1);
    deepEqual(project.npmCalls(), ['its own']);
  });

  test('once for two starts at the same time', async () => {
    using project = createFakeProject();
    project.write('hold', '');
    const first = project.launch();
    await first.printed('installing dependencies');
    const second = project.launch();
    await second.printed('another start is installing');
    project.remove('hold');

    equal((await first.end).code, 0);
    equal((await second.end).code, 0);
    equal(project.npmCalls().length, 1);
    doesNotMatch(second.stderr(), /installing dependencies/);
  });

  test('past the lock of a start that was killed', async () => {
    using project = createFakeProject();
    const { pid } = spawnSync(process.execPath, ['--version']);
    project.write('.cache/install.lock', `${pid}`);
    doesNotMatch(await start(project), /another start/);
    equal(project.npmCalls().length, 1);
  });

  test('not while the npm of a start that was killed still runs', async () => {
    using project = createFakeProject();
    project.write('hold', '');
    const killed = project.launch();
    await until(() => project.npmCalls().length === 1, 'npm to run');
    killed.process.kill('SIGKILL');

    const next = project.launch();
    await next.printed('another start is installing');
    project.remove('hold');
    equal((await next.end).code, 0);
    equal(project.npmCalls().length, 1);
  });

  test('and ends with npm’s exit code and one sentence when that fails', async () => {
    using project = createFakeProject();
    project.write('npm-fails', '');
    const launch = project.launch();
    deepEqual(await launch.end, { code: 13, signal: null });
    equal(launch.stdout(), '');
    match(
      launch.stderr(),
      /npm error: the registry is closed\ndecant: npm ci failed; its messages are above\.\n$/,
    );
  });

  test('and ends with one sentence when nobody answers where packages come from', async () => {
    using project = createFakeProject();
    project.remove('fake-bin');
    const dependencies = { needed: '1.0.0' };
    const root = { name: 'fake', version: '1.0.0', type: 'module', dependencies };
    project.write('package.json', JSON.stringify(root));
    const needed = { version: '1.0.0', resolved: 'http://127.0.0.1:9/needed.tgz' };
    project.write(
      'package-lock.json',
      JSON.stringify({ ...root, lockfileVersion: 3, packages: { '': root, 'node_modules/needed': needed } }),
    );
    const launch = project.launch({ environment: { npm_config_registry: 'http://127.0.0.1:9/' } });
    equal((await launch.end).code, 1, launch.stderr());
    match(
      launch.stderr(),
      /\ndecant: the packages cannot be fetched: 127\.0\.0\.1:9 cannot be reached\. Is there a network\? .*\n$/,
    );
  });

  test('and gives up when npm still waits for a registry that cannot be reached', async () => {
    using project = createFakeProject();
    project.write('hold', '');
    const launch = project.launch({ environment: { npm_config_registry: 'http://127.0.0.1:9/' } });
    equal((await launch.end).code, 1, launch.stderr());
    match(launch.stderr(), /the packages cannot be fetched: 127\.0\.0\.1:9 cannot be reached/);
  });

  test('and ends with one sentence when there is no npm', async () => {
    using project = createFakeProject();
    project.remove('fake-bin');
    const launch = project.launch({ environment: { PATH: project.root } });
    equal((await launch.end).code, 1);
    match(launch.stderr(), /npm cannot be started \(.*\): install npm, or run "npm ci" yourself\.\n$/);
  });
});
