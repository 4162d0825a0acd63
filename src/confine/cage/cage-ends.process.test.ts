import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { livingOf } from '../../../test/support/confine/living-of.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { otherUser } from '../../../test/support/other-user.ts';
import { launcherVariables } from '../compiled-code.ts';
import { createFindCage } from './find-cage.ts';
import { removeLeftScratchFolders } from './scratch-folder.ts';

const SERVICE = fileURLToPath(new URL('../../../test/support/confine/dying-service.ts', import.meta.url));
const USERS = [
  { name: 'this user', user: {}, skip: false },
  { name: 'an ordinary user', user: otherUser.identity, skip: otherUser.whyNot },
] as const;

const TESTED = USERS.slice(0, pickSize(1, USERS.length));

describe('a caged program whose service is killed', { skip: process.platform !== 'linux' }, () => {
  let whyNot: string | undefined;

  before(async () => {
    const cage = await createFindCage({ demand: 'full', onFailure: assert.ifError })();
    whyNot = 'problem' in cage ? cage.problem : undefined;
  });

  for (const { name, user, skip } of TESTED) {
    for (const tier of ['full', 'bare'] as const) {
      // Whoever watches may be killed as well; folders are removed by the watch alone.
      for (const watched of ['watched', 'alone'] as const) {
        test(`ends with it: ${tier}, ${name}, ${watched}`, { skip }, async (t) => {
          if (whyNot !== undefined) return t.skip(whyNot);
          const service = spawn(process.execPath, [SERVICE, tier, watched], {
            ...user,
            env: launcherVariables(),
            cwd: '/',
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          const [said] = (await once(service.stdout, 'data')) as [Buffer];
          const [group = '', folder = ''] = said.toString().trim().split(' ');
          assert.notDeepEqual(await livingOf(Number(group)), []);
          service.kill('SIGKILL');
          await eventually(async () => assert.deepEqual(await livingOf(Number(group)), []));
          if (tier === 'bare' && watched === 'watched')
            await eventually(async () => assert.ok(!existsSync(folder), folder));
          if (tier === 'bare') await rm(folder, { recursive: true, force: true });
        });
      }
    }
  }

  test('folders that are left are removed by the next service', async (t) => {
    if (whyNot !== undefined) return t.skip(whyNot);
    const service = spawn(process.execPath, [SERVICE, 'bare', 'alone'], {
      env: { TMPDIR: tmpdir(), ...launcherVariables() },
      cwd: '/',
    });
    const [said] = (await once(service.stdout, 'data')) as [Buffer];
    const [group = '', folder = ''] = said.toString().trim().split(' ');
    service.kill('SIGKILL');
    await once(service, 'exit');
    await eventually(async () => assert.deepEqual(await livingOf(Number(group)), []));
    assert.ok(existsSync(folder));
    await removeLeftScratchFolders();
    assert.ok(!existsSync(folder));
  });
});
