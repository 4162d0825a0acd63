import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { otherUser } from '../../../test/support/other-user.ts';

const execute = promisify(execFile);
/** A user namespace in which no further one can be made, as in many containers; the command follows. */
const NO_NAMESPACES = [
  '--user',
  '--map-current-user',
  '--keep-caps',
  'sh',
  '-c',
  'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"',
  'sh',
];
const user: { uid?: number; gid?: number } = otherUser.whyNot === false ? otherUser.identity : {};

async function findObstacle(): Promise<string | false> {
  try {
    await execute('unshare', [...NO_NAMESPACES, 'true'], user);
    return false;
  } catch {
    return 'unshare is not there, or too old';
  }
}

/** Gives the report of a process that runs where no sandbox can be made. */
async function look(folder: string, needsSandbox: boolean): Promise<Record<string, unknown>> {
  const module = new URL('../pool/start-local-browser.ts', import.meta.url).href;
  const script = `
    import { createLocalBrowserStart } from ${JSON.stringify(module)};
    const warnings = [];
    const log = { debug() {}, info() {}, warn: (text) => warnings.push(text), error() {} };
    const local = createLocalBrowserStart({
      dataDir: ${JSON.stringify(folder)},
      unpackFolders: [${JSON.stringify(folder)}],
      temporaryFolders: [${JSON.stringify(folder)}],
      needsSandbox: ${needsSandbox},
      log,
    });
    const problem = await local.problem();
    const request = { hasWebGl: false, signal: new AbortController().signal };
    const started = await local.start(request).then(
      async (browser) => {
        await browser.close();
        return browser.isSandboxed ? 'sandboxed' : 'unsandboxed';
      },
      (error) => error.message,
    );
    console.log(JSON.stringify({ problem, started, warnings }));`;
  const args = [...NO_NAMESPACES, process.execPath, '--input-type=module', '-e', script];
  const { stdout } = await execute('unshare', args, { ...user, env: {}, cwd: '/' });
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('where the system allows no sandbox', { timeout: 60_000, skip: await findObstacle() }, () => {
  test('no browser is started, and it says why, unless the operator allows it', async (t) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'decant-sandbox-'));
    await chmod(folder.path, 0o755);
    if (user.uid !== undefined && user.gid !== undefined) await chown(folder.path, user.uid, user.gid);

    const refused = await look(folder.path, true);
    if (/DECANT_BROWSER_PATH/.test(String(refused['problem']))) return t.skip(String(refused['problem']));
    assert.match(
      String(refused['problem']),
      /does not allow its sandbox .* set DECANT_BROWSER_SANDBOX=optional/,
    );
    assert.equal(refused['started'], refused['problem']);
    assert.deepEqual(refused['warnings'], []);

    const allowed = await look(folder.path, false);
    assert.equal(allowed['problem'], undefined);
    assert.equal(allowed['started'], 'unsandboxed');
    assert.match(String(allowed['warnings']), /^The browser runs without its sandbox/);
  });
});
