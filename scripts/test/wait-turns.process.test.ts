import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

/** The path of a module as a program on the command line names it. */
const pathOf = (file: string): string => JSON.stringify(path.join(import.meta.dirname, file));

/**
 * The policy of a process that it starts (proc_pid_stat(5), field 41), before and after; at first that of an ordinary process,
 * which this run is none of any more.
 */
const PROGRAM = `
  const { spawnSync } = await import('node:child_process');
  const { openKernel } = await import(${pathOf('../../src/confine/kernel/kernel.ts')});
  const { waitTurns } = await import(${pathOf('wait-turns.ts')});
  const policy = () => spawnSync('cat', ['/proc/self/stat'], { encoding: 'utf8' }).stdout.split(' ')[40];
  const kernel = await openKernel();
  try {
    kernel.call('sched_setscheduler', 0, 0, Buffer.alloc(4));
  } catch {
    console.log('refused', await waitTurns());
    process.exit();
  }
  console.log(policy(), await waitTurns(), policy());`;

test('processes of a run wait their turn', { skip: process.platform !== 'linux' }, (t) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM],
    { encoding: 'utf8' },
  );
  if (stdout === 'refused false\n') return t.skip('nobody may choose how processes take turns here');
  assert.equal(stdout, '0 true 3\n', stderr);
});
