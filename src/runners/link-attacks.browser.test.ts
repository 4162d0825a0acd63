import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openStranger, SAY, type Stranger } from '../../test/support/open-stranger.ts';
import { shareTestCode, type TestCode } from '../../test/support/share-test-code.ts';

type Attack = readonly [name: string, code: string, reason: RegExp];

/**
 * What a runner may say that is none of its business, and the reason that its end is told with. Whoever leaves the context of
 * the code holds the link: so does any code that writes to its descriptor.
 */
const ATTACKS: readonly Attack[] = [
  ['no frames', `fs.writeSync(3, 'GET / HTTP/1.1\\r\\n\\r\\n')`, /a frame has more than \d+ bytes/],
  ['a control frame that is no JSON', `say(0, '{')`, /its link broke the rules/],
  [
    'the answer of a call that nobody made',
    `tell({ type: 'done', id: 1e6, result: '', exitCode: 0 })`,
    /a call that nobody made/,
  ],
  [
    'messages for the browser that are none',
    `for (let n = 0; n < 100; n++) say(1, 'nonsense'); tell({ type: 'rm' })`,
    /./,
  ],
  [
    'messages without end',
    `const many = Buffer.concat(Array(9e3).fill(frameOf(2, '{}'))); for (;;) write(many)`,
    /says too much/,
  ],
];
/** More of the same, which does not depend on how much of a runner it comes from. */
const MORE_ATTACKS: readonly Attack[] = [
  ['a frame larger than may be', `say(0, '', 0xffffffff)`, /a frame has more than \d+ bytes/],
  ['a frame of no kind', `say(9, '{}')`, /no known kind/],
  ['a control frame that is a list', `say(0, '[]')`, /its link broke the rules/],
  ['a control frame that nests', `say(0, '['.repeat(1e6))`, /its link broke the rules/],
  [
    'a control frame of megabytes',
    `say(0, JSON.stringify({ type: 'failed', message: 'x'.repeat(2.2e7) }))`,
    /too long/,
  ],
  ['a message of no type', `tell({ type: 'rm' })`, /no known type/],
  [
    'numbers that are none',
    `tell({ type: 'done', id: '1', result: '', exitCode: 0 })`,
    /something else than a number/,
  ],
  [
    'results that are none',
    `tell({ type: 'done', id: 1, result: {}, exitCode: 0 })`,
    /its link broke the rules/,
  ],
  ['that it is ready, again', `tell({ type: 'connected' })`, /out of turn/],
  ['requests without end', `for (let id = 0; ; id++) tell({ type: 'markdown', id })`, /out of turn/],
];

describe("a runner that is a stranger's", { timeout: 300_000 }, () => {
  const open = new AsyncDisposableStack();
  let code: TestCode | undefined;
  let stranger: Stranger | undefined;

  before(async () => {
    code = await shareTestCode();
    if (code) stranger = open.use(await openStranger(open.use(code).session));
  });
  after(() => open.disposeAsync());

  const attackTest = (name: string, run: (code: TestCode) => Promise<void>): void =>
    void test(name, (context) => (code ? run(code) : context.skip('no browser, or no cage')));

  for (const [name, attack, reason] of ATTACKS)
    attackTest(`ends with ${name}; the next call works`, async ({ run, value }) => {
      const { exitCode, stderr, isKilled } = await run('node', `${SAY}${attack}; await never()`);
      assert.notEqual(exitCode, 0);
      assert.equal(isKilled, false);
      assert.match(stderr, reason);
      assert.equal(await value('node', 'typeof await page.title() + typeof say'), 'stringundefined');
    });

  for (const [name, attack, reason] of MORE_ATTACKS)
    attackTest(`ends with ${name}; the next one works`, async () => {
      const { run, value } = stranger!;
      const { exitCode, stderr, isKilled } = await run(
        'node',
        `${SAY}globalThis.here = 1; ${attack}; await never()`,
      );
      assert.notEqual(exitCode, 0);
      assert.equal(isKilled, false);
      assert.match(stderr, reason);
      assert.equal(await value('node', 'return typeof here'), 'undefined');
    });

  attackTest('which says nothing any more ends with its time', async ({ run, value, runners }) => {
    const link = await run('node', `${SAY}fs.closeSync(3); await never()`, 500);
    assert.deepEqual([link.isKilled, link.exitCode], [true, 137]);
    assert.equal(await value('node', '1'), '1');
    const streams = await stranger!.run('node', `${SAY}fs.closeSync(1); fs.closeSync(2); await never()`, 500);
    assert.deepEqual([streams.isKilled, streams.exitCode], [true, 137]);
    assert.equal(await stranger!.value('node', 'return 1'), '1');
    if ((await runners.problem('python')) !== undefined) return;
    const { isKilled } = await run('python', 'import os, time\nos.close(3)\ntime.sleep(100)', 500);
    assert.equal(isKilled, true);
    assert.equal(await value('python', '1 + 1'), '2');
  });

  attackTest('ends when it writes without end', async ({ run, value }) => {
    const { stderr, stdout, exitCode } = await run(
      'node',
      `${SAY}for (;;) fs.writeSync(1, 'x'.repeat(60_000))`,
    );
    assert.equal(exitCode, 137);
    assert.match(stderr, /it wrote more than \d+ bytes/);
    assert.ok(stdout.length < 9_000_000);
    assert.equal(await value('node', '1'), '1');
  });

  attackTest('ends when it speaks while nothing runs', async ({ run, value }) => {
    await value(
      'node',
      `${SAY}var here = 1; setTimeout(() => tell({ type: 'done', id: 2, result: '', exitCode: 0 }), 1); 0`,
    );
    // The runner that comes next knows nothing of the last one.
    while ((await run('node', 'await page.waitForTimeout(10); typeof here')).result === 'number');
    assert.equal(await value('node', 'typeof here'), 'undefined');
  });

  attackTest(
    'has no memory, threads or files without end, and the next call works',
    async ({ run, value }) => {
      const files = `for (let n = 0; ; n++) require('fs').writeFileSync(process.env.TMPDIR + '/' + n, Buffer.alloc(1e7))`;
      for (const greed of [
        files,
        'const all = []; for (;;) all.push(Buffer.alloc(5e7))',
        'const all = []; for (;;) all.push(new Array(1e6).fill(1.5))',
        `for (;;) new (require('worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true })`,
      ]) {
        const { exitCode } = await run('node', greed, 20_000);
        assert.notEqual(exitCode, 0, greed);
        // One that lives on without memory, or with threads, may yet be brought down by them.
        if (exitCode === 1 && greed !== files) await run('node', 'process.exit(0)');
        assert.equal(await value('node', '1'), '1', greed);
      }
    },
  );

  attackTest('which is Python says no more than one in node', async ({ run, value, runners }) => {
    if ((await runners.problem('python')) !== undefined) return;
    const attacks = [
      `os.write(3, b'x' * 100)`,
      `os.write(3, struct.pack('<IB', 2, 1) + b'{}')`,
      `os.write(3, struct.pack('<IB', 2, 2) + b'{}'); os.write(3, struct.pack('<IB', 1, 0) + b'{')`,
    ];
    for (const attack of attacks) {
      const { exitCode } = await run('python', `import os, struct, time\n${attack}\ntime.sleep(100)`);
      assert.notEqual(exitCode, 0, attack);
      assert.equal(await value('python', '1 + 1'), '2', attack);
    }
    assert.equal(await value('node', '1'), '1');
  });
});
