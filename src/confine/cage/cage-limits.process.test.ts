import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { pickSize } from '../../../test/support/pick-size.ts';
import { livingOf } from '../../../test/support/confine/living-of.ts';
import { findPython, type FoundPython } from '../../../test/support/confine/find-python.ts';
import { hasCapability } from './capabilities.ts';
import type { Cage, Caged, CageEnd, CageLimits } from './cage.ts';
import { createDeathWatch } from '../death-watch.ts';
import { findNamespaces } from './find-cage.ts';
import { findNodeRuntime } from './runtime-files.ts';
import { createCage } from './start-caged.ts';
import { findKernelWalls } from '../kernel/walls.ts';

const CAP_SETUID = 7;
const MEGABYTE = 2 ** 20;
const LIMITS: CageLimits = {
  addressSpaceBytes: 5_000_000_000,
  dataBytes: 800 * MEGABYTE,
  fileBytes: 16 * MEGABYTE,
  openFiles: 64,
  scratchBytes: 24 * MEGABYTE,
};

const isLarge = pickSize(0, 1) === 1;

interface Outcome {
  out: string;
  error: string;
  end: CageEnd;
}

for (const tier of ['full', 'bare'] as const) {
  describe(
    `limits of a caged program: ${tier}`,
    { skip: process.platform !== 'linux', timeout: 120_000 },
    () => {
      // Most limits are the same ones of the kernel in both.
      const isWhole = tier === 'full' || isLarge;
      const resources = new AsyncDisposableStack();
      let cage: Cage;
      let runtime: string[];
      let python: FoundPython | undefined;
      let whyNot: string | undefined;

      before(async () => {
        const { hasFilter, landlock } = await findKernelWalls();
        const namespaces = await findNamespaces();
        const isMapped = tier === 'full' && namespaces.includes('--user');
        [runtime, python] = await Promise.all([findNodeRuntime(), findPython()]);
        cage = createCage({
          walls: { namespaces: tier === 'full' ? namespaces : [], landlock, isFiltered: true },
          // Without users of their own threads are counted by the watch.
          hasOwnUsers: tier === 'full' && !isMapped && (await hasCapability(CAP_SETUID)),
          deathWatch: createDeathWatch(assert.ifError),
        });
        if (!hasFilter || landlock === 0) whyNot = 'this machine lacks the filter or Landlock';
        else await runNode('').catch((error: unknown) => (whyNot = String(error)));
      });
      after(() => resources.disposeAsync());

      async function startNode(script: string, limits: Partial<CageLimits> = {}): Promise<Caged> {
        const caged = await cage.start({
          path: process.execPath,
          args: ['-e', script],
          env: {},
          runtime,
          limits: { ...LIMITS, ...limits },
        });
        caged.link.resume();
        return caged;
      }

      async function outcomeOf({ stdout, stderr, exited }: Caged): Promise<Outcome> {
        const [out, error, end] = await Promise.all([text(stdout), text(stderr), exited]);
        return { out, error, end };
      }

      async function runNode(script: string, limits?: Partial<CageLimits>): Promise<Outcome> {
        return outcomeOf(await startNode(script, limits));
      }

      async function runPython(script: string): Promise<Outcome> {
        const caged = await cage.start({
          path: python!.path,
          args: ['-I', '-S', '-c', script],
          env: {},
          runtime: python!.runtime,
          limits: { ...LIMITS, dataBytes: 256 * MEGABYTE },
        });
        caged.link.resume();
        return outcomeOf(caged);
      }

      /** Nothing of the program is alive, and no folder of it is left. */
      async function assertGone(caged: Caged): Promise<void> {
        assert.deepEqual(await livingOf(caged.process.pid!), []);
        const left = (await readdir(tmpdir())).filter((name) =>
          name.startsWith(`decant-caged-${process.pid}-`),
        );
        assert.deepEqual(left, []);
      }

      if (isWhole)
        test('computing and waiting without end are ended by a kill, and nothing is left', async (t) => {
          if (whyNot !== undefined) return t.skip(whyNot);
          for (const script of ['console.log(1); for (;;);', 'console.log(1); setInterval(() => {}, 1e6);']) {
            const caged = await startNode(script);
            caged.stdout.once('data', caged.kill);
            caged.stderr.resume();
            assert.deepEqual(await caged.exited, { code: null, signal: 'SIGKILL' });
            await assertGone(caged);
          }
          assert.deepEqual(await runNode('console.log("the next one")'), {
            out: 'the next one\n',
            error: '',
            end: { code: 0, signal: null },
          });
        });

      if (isWhole)
        test('objects, buffers and memory of WebAssembly end at the limit', async (t) => {
          if (whyNot !== undefined) return t.skip(whyNot);
          if (isLarge) {
            const objects = await runNode('const all = []; for (;;) all.push(new Array(1e5).fill({}));');
            assert.notEqual(objects.end.code, 0);
            assert.match(objects.error, /out of memory/i);
          }
          const buffers = await runNode(`const all = [];
        try { for (;;) all.push(Buffer.alloc(20e6, 1)); } catch (error) { console.log(error.code ?? error.message, all.length < 20); }`);
          assert.match(buffers.out, /(?:ERR_MEMORY_ALLOCATION_FAILED|allocation failed) true\n/);
          const wasm = await runNode(`
        try { const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 }); memory.grow(60000); new Uint8Array(memory.buffer).fill(1); console.log('all'); }
        catch (error) { console.log(error.name); }`);
          assert.equal(wasm.out, 'RangeError\n');
        });

      test('shared memory, page tables and threads end at the limit', async (t) => {
        if (whyNot !== undefined) return t.skip(whyNot);
        if (!python) return t.skip('needs Python');
        const shared = await runPython(`
import mmap
try: mmap.mmap(-1, 4 << 30, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
except OSError as error: print(error.errno)`);
        assert.equal(shared.out, '1\n');
        const tables = await runPython(`
import mmap
count = 0
try:
    kept = []
    while count < 800:
        kept.append(mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)); count += 1
except OSError: print(count)`);
        assert.match(tables.out, /^[0-4]\n$/);
        const threads = await runPython(`
import threading
threading.stack_size(32768)
count = 0
event = threading.Event()
try:
    while count < 5000: threading.Thread(target=event.wait, daemon=True).start(); count += 1
    import time; time.sleep(60)
except RuntimeError:
    import os; os.write(1, f"{count}".encode()); os._exit(0)`);
        const { reason } = threads.end;
        if (reason === undefined) assert.ok(Number(threads.out) <= 128, threads.out);
        else assert.equal(reason, 'The program had more than 128 threads');
      });

      test('bytes and files of its folder end at the limit', async (t) => {
        if (whyNot !== undefined) return t.skip(whyNot);
        const large = await runNode(
          `try { require('fs').writeFileSync('x', Buffer.alloc(20 * 2 ** 20)); console.log('all'); } catch (error) { console.log(error.code); }`,
        );
        assert.ok(large.out === 'EFBIG\n' || large.end.code !== 0, JSON.stringify(large));
        const bytes = await runNode(`const { writeFileSync } = require('fs');
        try { for (let i = 0; i < 1000; i++) writeFileSync('x' + i, Buffer.alloc(2 ** 20)); } catch (error) { console.log(error.code); }
        setInterval(() => {}, 1e6).${tier === 'full' ? 'unref' : 'ref'}();`);
        if (tier === 'full') assert.equal(bytes.out, 'ENOSPC\n');
        else
          assert.equal(bytes.end.reason, `The program had more than ${LIMITS.scratchBytes} bytes of files`);
        const files = await runNode(`const { writeFileSync } = require('fs');
        try { for (let i = 0; i < 20_000; i++) writeFileSync('x' + i, ''); } catch (error) { console.log(error.code); }
        setInterval(() => {}, 1e6).${tier === 'full' ? 'unref' : 'ref'}();`);
        if (tier === 'full') assert.equal(files.out, 'ENOSPC\n');
        else assert.equal(files.end.reason, 'The program had more than 1000 files');
        const folders = await runNode(
          `try { for (;;) { require('fs').mkdirSync('x'); process.chdir('x'); } } catch (error) { console.log(error.code); }`,
        );
        assert.equal(folders.out, tier === 'full' ? 'ENOSPC\n' : 'EACCES\n');
      });

      test('files that were removed count as long as they are open or mapped', async (t) => {
        if (whyNot !== undefined) return t.skip(whyNot);
        const open = await runNode(`const fs = require('fs');
        try { for (let i = 0; i < 40; i++) { const file = fs.openSync('x', 'w'); fs.unlinkSync('x'); fs.writeSync(file, Buffer.alloc(2 ** 20)); } } catch (error) { console.log(error.code); }
        setInterval(() => {}, 1e6).${tier === 'full' ? 'unref' : 'ref'}();`);
        if (tier === 'full') assert.equal(open.out, 'ENOSPC\n');
        else assert.equal(open.end.reason, `The program had more than ${LIMITS.scratchBytes} bytes of files`);
        if (!python) return;
        const mapped = await runPython(`
import mmap, os
kept = []
try:
    for index in range(40):
        with open("x", "wb+") as file:
            os.unlink("x"); file.write(bytes(1 << 20)); file.flush(); kept.append(mmap.mmap(file.fileno(), 0))
    while ${tier === 'bare' ? 'True' : 'False'}: pass
except OSError as error: print(error.errno)`);
        if (tier === 'full') assert.equal(mapped.out, '28\n');
        else
          assert.equal(mapped.end.reason, `The program had more than ${LIMITS.scratchBytes} bytes of files`);
      });

      if (isWhole)
        test('output waits for its reader, and descriptors and pipes end at the limit', async (t) => {
          if (whyNot !== undefined) return t.skip(whyNot);
          const flood = await startNode(
            `const text = 'x'.repeat(65536); for (;;) require('fs').writeSync(1, text);`,
          );
          flood.stderr.resume();
          let bytes = 0;
          flood.stdout.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            if (bytes > MEGABYTE) flood.kill();
          });
          assert.equal((await flood.exited).signal, 'SIGKILL');
          assert.ok(bytes < 3 * MEGABYTE, `${bytes} bytes`);
          const descriptors = await runNode(`let count = 0;
        try { for (;;) { require('fs').openSync('/dev/null'); count++; } } catch (error) { console.log(error.code, count < 64); }`);
          assert.equal(descriptors.out, 'EMFILE true\n');
        });
    },
  );
}
