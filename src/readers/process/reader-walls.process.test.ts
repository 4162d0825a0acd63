import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chown, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Attempts } from '../../../test/support/documents/attack-node.ts';
import { openCanaries } from '../../../test/support/open-canaries.ts';
import { otherUser } from '../../../test/support/other-user.ts';
import { findWalls } from '../../confine/kernel/walls.ts';

const ENTRY = fileURLToPath(new URL('../../../test/support/documents/odd-reader.ts', import.meta.url));
const SERVICE = fileURLToPath(new URL('../../../test/support/documents/attack-process.ts', import.meta.url));
const DENIED = 'ERR_ACCESS_DENIED';
/** The kernel's answers to a forbidden call: EPERM, or that it has no such call. */
const REFUSED = /^(?:1|38)$/;

interface Outcome {
  isFiltered: boolean;
  hasOwnNetwork: boolean;
  node: Attempts;
  kernel: Attempts;
}

describe(
  'a reader that a file has taken over',
  { skip: process.platform !== 'linux', timeout: 120_000 },
  () => {
    const resources = new AsyncDisposableStack();
    /** A Unix socket that anybody may connect to; its name ends with the port of a TCP server. */
    let canary: string;
    const folders = new Map<number | undefined, string>();

    before(async () => {
      canary = resources.use(await openCanaries()).path;
    });
    after(() => resources.disposeAsync());

    /** The folder of a user's compiled code, which each of its services finds as the last one left it. */
    async function compiledCodeOf({ uid, gid }: { uid?: number; gid?: number }): Promise<string> {
      const known = folders.get(uid);
      if (known !== undefined) return known;
      const folder = await mkdtempDisposable(path.join(tmpdir(), 'decant-compiled-'));
      resources.defer(() => folder.remove());
      if (uid !== undefined) await chown(folder.path, uid, gid ?? uid);
      folders.set(uid, folder.path);
      return folder.path;
    }

    async function attack(user: { uid?: number; gid?: number }, absent = ''): Promise<Outcome> {
      const args = [SERVICE, ENTRY, canary, absent, await compiledCodeOf(user)];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        ...user,
        env: { HOME: tmpdir(), NODE_COMPILE_CACHE: args.at(-1) },
        cwd: '/',
      });
      return JSON.parse(stdout) as Outcome;
    }

    const whyNoOther = otherUser.whyNot;
    for (const [name, user, skip] of [
      ['this user', {}, false],
      ['an ordinary user', otherUser.identity, whyNoOther],
    ] as const) {
      for (const absent of ['', 'unshare']) {
        const where = absent === '' ? '' : ', on a machine without namespaces';
        test(`of a service of ${name}${where}: reaches nothing`, { skip }, async (t) => {
          if (!(await findWalls()).hasFilter) return t.skip('this machine has no filter of system calls');
          const { isFiltered, node, kernel } = await attack(user, absent);
          assert.equal(isFiltered, true);
          const { uid, environment, ...attempts } = node;
          assert.equal(environment, '');
          if (process.getuid?.() === 0 && name === 'this user') assert.equal(uid, '61803');
          assert.deepEqual(
            Object.entries(attempts).filter(([, came]) => came === 'done'),
            [],
          );
          for (const what of [
            'readPasswd',
            'readEnviron',
            'readFolder',
            'write',
            'execute',
            'worker',
            'freeWorker',
          ])
            assert.equal(attempts[what], DENIED, what);
          assert.match(attempts['changeCompiledCode'] ?? '', /^(?:EPERM|ENOSYS)$/);
          for (const [what, came] of Object.entries(kernel)) assert.match(came, REFUSED, what);
          assert.ok(Object.keys(kernel).length > 20);
        });
      }

      test(
        `of a service of ${name}, without the filter: has no threads, files and programs`,
        { skip },
        async () => {
          const { isFiltered, hasOwnNetwork, node } = await attack(user, 'filter');
          assert.equal(isFiltered, false);
          // Sockets are what such a machine leaves open: this also shows that the canaries can be reached.
          assert.equal(node['unixSocket'], 'done');
          assert.equal(node['changeCompiledCode'], 'no folder');
          for (const what of ['readPasswd', 'readFolder', 'write', 'execute', 'worker', 'freeWorker'])
            assert.equal(node[what], DENIED, what);
          if (hasOwnNetwork) assert.notEqual(node['tcp'], 'done');
        },
      );
    }
  },
);
