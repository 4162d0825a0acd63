import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { cpuSeconds, mainThreadCpuSeconds, memoryOf, processTree } from './process-tree.ts';

const skip = existsSync('/proc/self/smaps_rollup') ? false : 'needs /proc';

test('a process tree holds children and grandchildren, and all of their memory', { skip }, async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const root = child.pid!;
    assert.deepEqual(processTree(root), [root, Number(line.toString())]);
    const memory = memoryOf(root);
    assert.ok(memory.descendantsPssBytes > 0);
    assert.ok(memory.pssBytes > memory.descendantsPssBytes);
    assert.ok(memory.alonePssBytes >= memory.pssBytes);
  } finally {
    for (const pid of processTree(child.pid!).toReversed()) process.kill(pid);
    await once(child, 'exit');
  }
});

test('CPU seconds are those that the process itself counts', { skip }, () => {
  const own = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  };
  const before = own();
  const seconds = cpuSeconds([process.pid]);
  // The kernel tells it in hundredths of a second.
  assert.ok(before - 0.1 <= seconds && seconds <= own() + 0.1, `${before} s, ${seconds} s`);
  assert.ok(mainThreadCpuSeconds(process.pid) > 0);
  assert.ok(mainThreadCpuSeconds(process.pid) <= cpuSeconds([process.pid]));
});
