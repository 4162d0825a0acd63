import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../test/support/eventually.ts';
import { givenTime } from '../../../test/support/given-time.ts';
import { Deadline } from '../../lib/time/deadline.ts';
import { silentLog } from '../../lib/log/log.ts';
import type { DocumentRequest } from './reader-messages.ts';
import { openReaderPool, type ReaderPool, type ReaderPoolOptions } from './reader-pool.ts';
import { findReaderSandbox, type ReaderSandbox } from './reader-sandbox.ts';

const ENTRY = fileURLToPath(new URL('../../../test/support/documents/odd-reader.ts', import.meta.url));

const oddSandbox = findReaderSandbox({ entry: ENTRY });

function findOddSandbox(): Promise<ReaderSandbox> {
  return oddSandbox;
}

function openPool(options: Partial<ReaderPoolOptions> = {}): ReaderPool {
  return openReaderPool({
    maxProcesses: 1,
    idleMs: 60_000,
    ocrLanguages: ['eng'],
    log: silentLog,
    findSandbox: findOddSandbox,
    ...options,
  });
}

function file(command: string): DocumentRequest {
  const pdf = { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false } as const;
  return { bytes: Buffer.from(command), kind: 'pdf', pdf, hasImages: false };
}

async function read(pool: ReaderPool, command: string, timeoutMs = 20_000): Promise<string> {
  using deadline = new Deadline(timeoutMs);
  const { html, warnings } = await pool.read(file(command), deadline);
  return [html, ...warnings].join(' | ');
}

test('a process reads one file after the other, and takes turns when there are more', async () => {
  await using pool = openPool();
  // Pictures: small files would be given a second process where the machine is so busy that they wait.
  using deadline = new Deadline(20_000);
  const pictures = Array.from({ length: 3 }, () => pool.read({ ...file('echo'), kind: 'image' }, deadline));
  const all = (await Promise.all(pictures)).map(({ html }) => html);
  assert.deepEqual(all, ['read 1', 'read 2', 'read 3']);
});

test('what a reader is compiled to is kept for the next one', async (t) => {
  const { args, ...sandbox } = await findReaderSandbox();
  if (!sandbox.isFiltered) return t.skip('this machine has no filter of system calls');
  await using kept = await mkdtempDisposable(path.join(tmpdir(), 'decant-compiled-'));
  const rights = [`--allow-fs-read=${kept.path}`, `--allow-fs-write=${kept.path}`];
  const own = args.toSpliced(args.indexOf('--permission') + 1, 0, ...rights);
  const compiledCode = path.join(kept.path, 'as Node calls it');
  await using pool = openPool({ findSandbox: async () => ({ ...sandbox, args: own, compiledCode }) });
  await assert.rejects(read(pool, 'no PDF'), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  assert.ok((await readdir(kept.path, { recursive: true })).length > 100);
});

test('files and what is in them may be larger than what a pipe holds', async () => {
  await using pool = openPool();
  using deadline = new Deadline(60_000);
  const request = file('large');
  const bytes = Buffer.concat([request.bytes, Buffer.alloc(40_000_000)]);
  const { html } = await pool.read({ ...request, bytes }, deadline);
  assert.equal(html.length, 40_000_000);
});

test('text in every East Asian code page is read by a process that may open no file any more', async () => {
  await using pool = openPool({ findSandbox: findReaderSandbox });
  using deadline = new Deadline(60_000);
  // A font of each character set: Shift_JIS, EUC-KR, GBK, Big5 with a character of Hong Kong.
  const fonts = [128, 129, 134, 136].map((charset, at) => `{\\f${at}\\fcharset${charset} F;}`).join('');
  const bytes = Buffer.from(
    `{\\rtf1\\ansi{\\fonttbl${fonts}}\\f0\\'88\\'9f\\f1\\'b0\\'a1\\f2\\'b0\\'a1\\f3\\'fb\\'48\\par}`,
  );
  const { html } = await pool.read({ ...file(''), kind: 'rtf', bytes }, deadline);
  assert.match(html, /亜가啊嘅/);
});

test('what is wrong with a file is told, and the process lives on', async () => {
  await using pool = openPool();
  const pid = await read(pool, 'pid');
  await assert.rejects(read(pool, 'refuse'), {
    code: 'SCRAPE_DOCUMENT_DAMAGED',
    message: 'The file is damaged: test',
  });
  assert.equal(await read(pool, 'pid'), pid);
});

test('a file that ends its reader is told of, and the next one is read by another', async () => {
  await using pool = openPool();
  await assert.rejects(read(pool, 'crash'), { code: 'SCRAPE_DOCUMENT_DAMAGED' });
  assert.equal(await read(pool, 'echo'), 'read 1');
});

test('a file is given a second chance in a process that has read nothing before', async () => {
  await using pool = openPool();
  assert.equal(await read(pool, 'echo'), 'read 1');
  assert.equal(await read(pool, 'fresh'), 'fresh');
});

test('an endless file ends at its deadline, and its process is gone', async () => {
  await givenTime(1_000, async (ms) => {
    await using pool = openPool();
    const pid = Number(await read(pool, 'pid'));
    await assert.rejects(read(pool, 'loop', ms), { code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR' });
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    assert.equal(await read(pool, 'echo'), 'read 1');
  });
});

test('what was read before the time was over is worth something', async () => {
  await using pool = openPool();
  assert.match(await read(pool, 'partial', 6_000), /^the beginning \| .*raise timeout/);
});

test('what was read before the time was over and has no word in it is worth nothing', async () => {
  await using pool = openPool();
  await assert.rejects(read(pool, 'blank', 6_000), { code: 'SCRAPE_PDF_INSUFFICIENT_TIME_ERROR' });
});

test('a file that wants all memory is refused', { skip: process.platform !== 'linux' }, async () => {
  await using pool = openPool({ limits: { maxHeldBytes: 300_000_000 } });
  await assert.rejects(read(pool, 'grow'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
  assert.equal(await read(pool, 'echo'), 'read 1');
});

test('a file whose memory is all tables of pages is refused', async (t) => {
  const { isFiltered } = await findOddSandbox();
  if (!isFiltered) return t.skip('this test needs koffi on Linux');
  await using pool = openPool({ limits: { maxHeldBytes: 170_000_000 } });
  assert.equal(await read(pool, 'echo'), 'read 1');
  await assert.rejects(read(pool, 'tables'), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
});

test('whatever a process says, at most its own file is lost', async () => {
  await using pool = openPool();
  for (const command of [
    'null',
    'list',
    'wrongTypes',
    'unknownCode',
    'noJson',
    'failureObject',
    'huge',
    'otherFile',
  ]) {
    await assert.rejects(read(pool, command), { code: 'SCRAPE_DOCUMENT_DAMAGED' }, command);
  }
  const pid = Number(await read(pool, 'pid'));
  assert.equal(await read(pool, 'twice'), 'first');
  // The one that spoke out of turn is gone.
  await eventually(async () => assert.equal(isAlive(pid), false));
  assert.equal(await read(pool, 'echo'), 'read 1');
});

test('a small file does not wait for large ones', async () => {
  await using pool = openPool();
  const caller = new AbortController();
  using deadline = new Deadline(100_000, caller.signal);
  const order: string[] = [];
  const reading = assert
    .rejects(pool.read({ ...file('loop'), kind: 'image' }, deadline), { message: 'gone' })
    .then(() => order.push('large'));
  assert.equal(await read(pool, 'echo'), 'read 1');
  order.push('small');
  caller.abort(new Error('gone'));
  await reading;
  assert.deepEqual(order, ['small', 'large']);
});

test('teams take turns', async () => {
  await using pool = openPool();
  const order: string[] = [];
  const visit = async (teamId: string): Promise<void> => {
    using deadline = new Deadline(20_000);
    const { html } = await pool.read({ ...file('echo'), kind: 'image' }, deadline, teamId);
    order.push(`${teamId} ${html}`);
  };
  await Promise.all(['a', 'a', 'a', 'b', 'a'].map(visit));
  // Where the machine is so busy that `b` waits for long, it gets a process of its own: the first file of that.
  const isServed = order.slice(0, 2).includes('b read 2') || order.includes('b read 1');
  assert.ok(isServed, order.join());
});

test('a request that cannot wait for a process leaves it to the next', async () => {
  await using pool = openPool();
  await assert.rejects(read(pool, 'echo', 1), { code: 'SCRAPE_TIMEOUT' });
  assert.equal(await read(pool, 'echo'), 'read 1');
});

test(
  'a process ends when the service is killed, whatever it does',
  { skip: process.platform !== 'linux' },
  async () => {
    const script = fileURLToPath(new URL('../../../test/support/documents/pool-process.ts', import.meta.url));
    const service = fork(script, [ENTRY], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [pid] = (await Promise.race([
      once(service, 'message'),
      once(service, 'exit').then((how) => assert.fail(`the service ended: ${how.join()}`)),
    ])) as [number];
    service.kill('SIGKILL');
    await eventually(async () => assert.equal(isAlive(pid), false));
  },
);

test('a caller who goes away takes the process along', async () => {
  await using pool = openPool();
  const caller = new AbortController();
  using deadline = new Deadline(20_000, caller.signal);
  const reading = pool.read(file('loop'), deadline);
  const waiting = read(pool, 'echo');
  setTimeout(() => caller.abort(new Error('gone')), 300);
  await assert.rejects(reading, { message: 'gone' });
  assert.equal(await waiting, 'read 1');
});

test('a process without work ends, and the pool leaves none behind', async () => {
  const pool = openPool({ idleMs: 50 });
  const pid = Number(await read(pool, 'pid'));
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
  const next = Number(await read(pool, 'pid'));
  await pool[Symbol.asyncDispose]();
  assert.equal(isAlive(next), false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
