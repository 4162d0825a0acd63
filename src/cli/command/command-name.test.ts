import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandName } from './command-name.ts';

test(
  'a hint can be pasted where it is read',
  { skip: process.platform === 'win32' && 'paths are those of POSIX' },
  () => {
    for (const [packageFolder, cwd, name] of [
      ['/usr/lib/node_modules/decant', '/home/me', 'decant'],
      ['/home/me/app/node_modules/decant', '/home/me/app', 'npx decant'],
      ['/home/me/.npm/_npx/1f/node_modules/decant', '/home/me', 'npx decant'],
      ['/home/me/decant', '/home/me/decant', 'npx decant'],
      ['/home/me/decant', '/home/me/decant/docs', 'npx decant'],
      ['/home/me/decant', '/home/me/decant-files', 'node /home/me/decant/bin/decant.mjs'],
      ['/home/me/my decant', '/home/me', "node '/home/me/my decant/bin/decant.mjs'"],
    ] as const)
      assert.equal(commandName({ packageFolder, cwd }), name);
  },
);
