import assert from 'node:assert/strict';
import { mkdir, mkdtempDisposable, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { createFakeClock } from '../../../test/support/pool-clock.ts';
import { ProcessGroups } from './process-groups.ts';
import { createMemoryWatch, type KilledProcess, type MemoryWatch } from './watch-memory.ts';

interface FakeProcess {
  group: number;
  /** kB: resident, of files, of shared memory. */
  sizes: [number, number, number] | undefined;
  arguments?: string;
}

async function openFakeProc() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'decant-proc-'));
  return {
    path: folder.path,
    async put(pid: number, { group, sizes, arguments: words = '' }: FakeProcess) {
      const place = join(folder.path, String(pid));
      await mkdir(place, { recursive: true });
      await writeFile(join(place, 'stat'), `${pid} (a) b) S 1 ${group} ${group} 0 -1`);
      const [all, file, shared] = sizes ?? [0, 0, 0];
      await writeFile(join(place, 'statm'), `${all * 3} ${all} ${file + shared} 7 0 9 0\n`);
      await writeFile(join(place, 'cmdline'), words.split(' ').join('\0'));
    },
    end: (pid: number) => rm(join(folder.path, String(pid)), { recursive: true }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe('the memory watch', () => {
  const KB = 1024;
  const RENDERER = '/chromium --type=renderer --x';

  const ZYGOTE = '/chromium --type=zygote';

  function watch(path: string, platform: NodeJS.Platform = 'linux', processes = new ProcessGroups(path, KB)) {
    const killed: KilledProcess[] = [];
    const crippled: number[] = [];
    const clock = createFakeClock();
    const opened: MemoryWatch = createMemoryWatch({
      groups: () => [100, 0],
      maxProcessBytes: 1_000 * KB,
      maxGroupBytes: 2_000 * KB,
      onKilled: (process) => killed.push(process),
      onCrippled: (group) => crippled.push(group),
      kill: () => undefined,
      clock,
      platform,
      processes,
    });
    return { clock, killed, crippled, watch: opened };
  }

  test('adds up a browser, what is shared once', async () => {
    await using proc = await openFakeProc();
    await proc.put(1, { group: 0, sizes: [5_000, 0, 0] });
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    await proc.put(101, { group: 100, sizes: [150, 90, 10], arguments: RENDERER });
    await proc.put(102, { group: 100, sizes: [120, 90, 0], arguments: RENDERER });
    await proc.put(103, { group: 100, sizes: undefined });
    await proc.put(200, { group: 200, sizes: [9_000, 0, 0] });
    const { watch: opened } = watch(proc.path);
    assert.deepEqual(opened.memoryOf(100), {
      residentBytes: (50 + 50 + 30 + 250) * KB,
      largestRendererBytes: 150 * KB,
    });
    assert.deepEqual(opened.memoryOf(200), { residentBytes: 0, largestRendererBytes: 0 });
  });

  test('kills what outgrows its limit in a browser, and nothing else, while it is active', async () => {
    await using proc = await openFakeProc();
    await proc.put(1, { group: 0, sizes: [5_000, 0, 0] });
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    await proc.put(200, { group: 200, sizes: [9_000, 0, 0] });
    const { clock, killed, watch: opened } = watch(proc.path);
    opened.setActive(true);
    clock.advance(100);
    assert.deepEqual(killed, []);
    await proc.put(101, { group: 100, sizes: [1_001, 0, 0], arguments: RENDERER });
    clock.advance(100);
    assert.deepEqual(killed, [{ pid: 101, group: 100, residentBytes: 1_001 * KB }]);
    assert.equal(opened.memoryOf(100).largestRendererBytes, 1_001 * KB);

    // Its id is another's now, which the watch has not seen yet.
    await proc.put(101, { group: 200, sizes: [2_000, 0, 0] });
    clock.advance(100);
    assert.equal(killed.length, 1);

    await proc.end(101);
    await proc.put(102, { group: 100, sizes: [1_001, 0, 0], arguments: RENDERER });
    opened.setActive(false);
    clock.advance(1_000);
    assert.equal(killed.length, 1);
  });

  test('tells once of a browser that has lost what its pages are started from', async () => {
    await using proc = await openFakeProc();
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    const { clock, crippled, watch: opened } = watch(proc.path);
    opened.setActive(true);
    // It has only just begun.
    clock.advance(100);
    await proc.put(101, { group: 100, sizes: [50, 0, 0], arguments: ZYGOTE });
    await proc.put(102, { group: 100, sizes: [50, 0, 0], arguments: ZYGOTE });
    await proc.put(103, { group: 100, sizes: [90, 0, 0], arguments: RENDERER });
    clock.advance(100);
    await proc.end(103);
    await proc.end(101);
    clock.advance(100);
    assert.deepEqual(crippled, []);
    // Killed, and not collected yet.
    await proc.put(102, { group: 100, sizes: undefined, arguments: ZYGOTE });
    clock.advance(100);
    assert.deepEqual(crippled, [100]);
    clock.advance(1_000);
    assert.deepEqual(crippled, [100]);
  });

  test('kills the renderers that came last when a browser holds too much in many of them', async () => {
    await using proc = await openFakeProc();
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    for (const pid of [101, 102, 103]) {
      await proc.put(pid, { group: 100, sizes: [600, 90, 10], arguments: RENDERER });
    }
    await proc.put(104, { group: 100, sizes: [200, 90, 10] });
    const { clock, killed, watch: opened } = watch(proc.path);
    opened.setActive(true);
    clock.advance(100);
    assert.deepEqual(killed, []);
    for (const pid of [105, 106]) {
      await proc.put(pid, { group: 100, sizes: [500, 90, 10], arguments: RENDERER });
    }
    clock.advance(100);
    assert.deepEqual(
      killed.map(({ pid }) => pid),
      [106, 105],
    );
  });

  test('finds one that got a group of its own after it was seen', async () => {
    await using proc = await openFakeProc();
    await proc.put(100, { group: 200, sizes: [300, 200, 50] });
    const { clock, watch: opened } = watch(proc.path);
    assert.equal(opened.memoryOf(100).residentBytes, 0);
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    opened.setActive(true);
    clock.advance(100);
    assert.equal(opened.memoryOf(100).residentBytes, 300 * KB);
  });

  test('asks once in half a minute what process is whose, however many run', async () => {
    await using proc = await openFakeProc();
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    for (let pid = 200; pid < 250; pid++) await proc.put(pid, { group: 200, sizes: [9, 0, 0] });
    const asked = { groups: 0, names: 0 };
    class CountedGroups extends ProcessGroups {
      override groupOf(pid: number): number | undefined {
        asked.groups += 1;
        return super.groupOf(pid);
      }
      override isRenderer(pid: number): boolean {
        asked.names += 1;
        return super.isRenderer(pid);
      }
    }
    const { clock, watch: opened } = watch(proc.path, 'linux', new CountedGroups(proc.path, KB));
    opened.setActive(true);
    clock.advance(100);
    assert.deepEqual(asked, { groups: 51, names: 0 });
    clock.advance(30_000);
    assert.deepEqual(asked, { groups: 2 * 51, names: 0 });
  });

  test('finds one that joined the group of a browser, within half a minute', async () => {
    await using proc = await openFakeProc();
    await proc.put(100, { group: 100, sizes: [300, 200, 50] });
    await proc.put(101, { group: 200, sizes: [400, 0, 0] });
    const { clock, watch: opened } = watch(proc.path);
    opened.setActive(true);
    clock.advance(100);
    await proc.put(101, { group: 100, sizes: [400, 0, 0] });
    clock.advance(30_000);
    assert.equal(opened.memoryOf(100).residentBytes, 700 * KB);
  });

  test('does nothing where there is no /proc', () => {
    const { clock, watch: opened } = watch('/nowhere', 'darwin');
    opened.setActive(true);
    clock.advance(1_000);
    assert.deepEqual(opened.memoryOf(100), { residentBytes: 0, largestRendererBytes: 0 });
  });
});
