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
    const root = child.pid as number;
    assert.deepEqual(processTree(root), [root, Number(line.toString())]);
    const memory = memoryOf(root);
    assert.ok(memory.descendantsPssBytes > 0);
    assert.ok(memory.pssBytes > memory.descendantsPssBytes);
    assert.ok(memory.alonePssBytes >= memory.pssBytes);
  } finally {
    for (const pid of processTree(child.pid as number).toReversed()) process.kill(pid);
    await once(child, 'exit');
  }
});

test('CPU seconds are those that the process itself counts', { skip }, () => {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6;
  assert.ok(Math.abs(cpuSeconds([process.pid]) - own) < 0.5);
  assert.ok(mainThreadCpuSeconds(process.pid) > 0);
  assert.ok(mainThreadCpuSeconds(process.pid) <= cpuSeconds([process.pid]));
});
