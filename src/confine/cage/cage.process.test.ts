import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { buffer, text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Cage, CageOrder } from './cage.ts';
import { createFindCage } from './find-cage.ts';
import { findNodeRuntime, runtimeOf } from './runtime-files.ts';

const LIMITS = {
  addressSpaceBytes: 6_000_000_000,
  dataBytes: 1_500_000_000,
  fileBytes: 1_000_000,
  openFiles: 64,
  scratchBytes: 10_000_000,
};

describe('a caged program', { skip: process.platform !== 'linux', timeout: 60_000 }, () => {
  let cage: Cage | { problem: string };
  let runtime: string[];

  before(async () => {
    cage = await createFindCage({ demand: 'bare', onFailure: assert.ifError })();
    runtime = await findNodeRuntime();
  });

  const orderOf = (script: string, more: Partial<CageOrder> = {}): CageOrder => ({
    path: process.execPath,
    args: ['-e', script],
    env: { GREETING: 'hello' },
    runtime,
    limits: LIMITS,
    ...more,
  });

  test('has its environment, its scratch folder, its output and a link, and leaves nothing', async (t) => {
    if ('problem' in cage) return t.skip(cage.problem);
    const script = `
      const { readFileSync, readdirSync, writeFileSync } = require('node:fs');
      const link = new (require('node:net').Socket)({ fd: 3 });
      link.on('data', (data) => {
        writeFileSync('file', data);
        link.end(readFileSync(process.env.TMPDIR + '/file'));
        const env = Object.keys(process.env).sort().join();
        console.log(process.env.GREETING, env, readdirSync('.').join());
        console.error(process.cwd() === process.env.HOME);
      });`;
    const caged = await cage.start(orderOf(script));
    caged.link.write('over the link');
    const [heard, out, error] = await Promise.all([caged.link, caged.stdout, caged.stderr].map(text));
    assert.equal(heard, 'over the link');
    // Where the code lies below /tmp, the folder that leads to it is there too.
    const ways = runtime.filter((place) => place.startsWith('/tmp/')).map((place) => place.split('/')[2]!);
    const there = [...new Set([...ways, 'file'])].toSorted().join();
    assert.equal(out, `hello GREETING,HOME,OPENSSL_CONF,TMPDIR ${there}\n`);
    assert.equal(error, 'true\n');
    assert.deepEqual(await caged.exited, { code: 0, signal: null });
    const left = await readdir(tmpdir());
    assert.deepEqual(
      left.filter((name) => name.startsWith(`decant-caged-${process.pid}-`)),
      [],
    );
  });

  test('is killed with all of it', async (t) => {
    if ('problem' in cage) return t.skip(cage.problem);
    const caged = await cage.start(orderOf('for (;;);'));
    caged.kill();
    assert.deepEqual(await caged.exited, { code: null, signal: 'SIGKILL' });
    assert.throws(() => process.kill(-caged.process.pid!, 0), { code: 'ESRCH' });
  });

  test('may be any program, by the files that it has mapped', async (t) => {
    if ('problem' in cage) return t.skip(cage.problem);
    const path = await realpath('/bin/cat');
    const { stdout: maps } = await promisify(execFile)(path, ['/proc/self/maps']);
    const caged = await cage.start(orderOf('', { path, args: [path], runtime: await runtimeOf(path, maps) }));
    assert.ok((await buffer(caged.stdout)).equals(await readFile(path)));
    assert.deepEqual(await caged.exited, { code: 0, signal: null });
  });

  test('that cannot be run is not started', async (t) => {
    if ('problem' in cage) return t.skip(cage.problem);
    await assert.rejects(cage.start(orderOf('', { path: '/no/such/program' })), /cage could not be built/);
  });
});

test('a cage that is switched off says by which variable', async () => {
  const cage = await createFindCage({ demand: 'off', onFailure: assert.ifError })();
  assert.ok('problem' in cage && cage.problem.includes('DECANT_SESSION_SANDBOX=off'));
});
