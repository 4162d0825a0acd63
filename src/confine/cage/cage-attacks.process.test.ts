import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AttackPlan, AttackReport } from '../../../test/support/confine/attack-harness.ts';
import { findPython } from '../../../test/support/confine/find-python.ts';
import { judgeAttempts } from '../../../test/support/confine/judge-attempts.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { otherUser } from '../../../test/support/other-user.ts';
import { launcherVariables } from '../compiled-code.ts';
import { findKernelWalls } from '../kernel/walls.ts';

const PARTS = new URL('../../../test/support/confine/', import.meta.url);
const HARNESS = fileURLToPath(new URL('attack-harness.ts', PARTS));
const WITH_CAPABILITIES = fileURLToPath(new URL('with-capabilities.ts', PARTS));
/** Those that container engines leave to root, by their numbers. */
const OF_CONTAINERS = [0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31];
const BY_PYTHON = 500;
const BY_NODE = 50;

/**
 * Without namespaces a program can tell which files and processes there are: Landlock does not cover that, and threads of
 * the C library ask for their own priority in a way that tells it. It may map a file of its own as code, which it can make anyway.
 */
const KNOWN_OF_BARE = [
  'a map of own code',
  ...['another', 'the first', 'the parent'].flatMap((whom) => [
    `ask parameters of ${whom}`,
    `ask scheduler of ${whom}`,
  ]),
  'how full a disk is',
  'whether a file is there',
  'whether a file may be read',
  'whether a folder can be entered',
  'whether a folder can be opened',
  'where a link leads',
].toSorted();

/** A call in the form of another processor, by a program that nothing holds. */
const INT80 = `
import ctypes, mmap
code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)
code.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")
ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
`;

/** Whoever runs the service. */
interface Host {
  name: string;
  /** Arguments of Node before the harness. */
  args?: readonly string[];
  user?: { uid: number; gid: number };
  whyNot: string | false;
  tiers: ReadonlyArray<AttackPlan['tier']>;
  /** Tried with `--large` only. */
  isExtra?: boolean;
}

const isLarge = pickSize(0, 1) === 1;
const isRoot = process.getuid?.() === 0;
const notRoot = isRoot ? false : 'needs root';
const HOSTS: readonly Host[] = [
  { name: isRoot ? 'root' : 'this user', whyNot: false, tiers: ['full', 'bare'] },
  {
    name: 'an ordinary user',
    user: otherUser.identity,
    whyNot: otherUser.whyNot,
    tiers: ['full', 'bare'],
  },
  {
    name: 'root with the capabilities of a container',
    args: [WITH_CAPABILITIES, JSON.stringify(OF_CONTAINERS)],
    isExtra: true,
    whyNot: notRoot,
    tiers: ['bare'],
  },
  {
    name: 'root without capabilities',
    args: [WITH_CAPABILITIES, '[]'],
    whyNot: notRoot,
    tiers: ['bare'],
  },
];

async function attack({ args = [], user }: Host, plan: AttackPlan): Promise<AttackReport> {
  const { stdout } = await promisify(execFile)(process.execPath, [...args, HARNESS, JSON.stringify(plan)], {
    ...user,
    cwd: '/',
    env: launcherVariables(),
    maxBuffer: 10_000_000,
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  return JSON.parse(stdout) as AttackReport;
}

/** All attempts that succeeded, by either language. */
function openOf({ python, node }: AttackReport): string[] {
  return [python, node].flatMap((outcomes) => (outcomes ? judgeAttempts(outcomes).open : []));
}

describe('code of a stranger', { skip: process.platform !== 'linux', timeout: 240_000 }, () => {
  let whyNot: string | undefined;
  let hasPython = false;
  /** Some virtual machines have no such calls and end the program by themselves. */
  let endByInt80: NodeJS.Signals = 'SIGSYS';

  before(async () => {
    const { hasFilter, landlock } = await findKernelWalls();
    if (!hasFilter || landlock === 0) whyNot = 'this machine lacks the filter or Landlock';
    const python = await findPython();
    hasPython = python !== undefined;
    endByInt80 = (python && spawnSync(python.path, ['-c', INT80]).signal) ?? 'SIGSYS';
  });

  for (const host of HOSTS.filter(({ isExtra = false }) => isLarge || !isExtra)) {
    for (const tier of host.tiers) {
      test(`of a service of ${host.name} gets at nothing: ${tier}`, { skip: host.whyNot }, async (t) => {
        if (whyNot !== undefined) return t.skip(whyNot);
        const lastAct = tier === 'full' ? 'x32' : 'int80';
        const { python, pythonEnd, node, touched } = await attack(host, { tier, lastAct });
        const { environment, ...byNode } = node;
        assert.equal(environment, 'HOME,OPENSSL_CONF,TMPDIR');
        const judged = judgeAttempts(byNode);
        assert.deepEqual([judged.open, judged.broken], [[], []]);
        assert.ok(judged.attempts >= BY_NODE, `${judged.attempts} attempts`);
        assert.deepEqual(touched, []);
        assert.equal(python !== undefined, hasPython);
        if (python === undefined) return;
        const { survived, ...byCalls } = python;
        const byPython = judgeAttempts(byCalls);
        assert.deepEqual([byPython.open, byPython.broken], [tier === 'full' ? [] : KNOWN_OF_BARE, []]);
        assert.ok(byPython.attempts >= BY_PYTHON, `${byPython.attempts} attempts`);
        // Calls of another processor's form end the process.
        assert.equal(survived, undefined);
        if (tier === 'bare') assert.equal(pythonEnd?.signal, endByInt80);
        t.diagnostic(`${byPython.attempts} attempts by calls, ${judged.attempts} by Node`);
      });
    }
  }

  const lastAct = 'x32';
  test('gets out when there is no filter: the attempts are real', async (t) => {
    if (whyNot !== undefined) return t.skip(whyNot);
    const report = await attack(HOSTS[0]!, { tier: 'bare', without: 'filter', lastAct });
    const open = openOf(report);
    for (const name of ['socket with a path', 'UDP', 'run itself', ...(hasPython ? ['keys', 'a child'] : [])])
      assert.ok(open.includes(name), `${name}: ${open.join()}`);
    assert.notDeepEqual(report.touched, []);
  });

  test('reads files when there is no Landlock: the attempts are real', async (t) => {
    if (whyNot !== undefined) return t.skip(whyNot);
    const open = openOf(await attack(HOSTS[0]!, { tier: 'bare', without: 'landlock', lastAct }));
    for (const name of ['read passwd', 'read a file for all', 'list the root', 'write a file for all'])
      assert.ok(open.includes(name), `${name}: ${open.join()}`);
  });

  if (isLarge)
    test('has its own files and network by namespaces alone', async (t) => {
      if (whyNot !== undefined) return t.skip(whyNot);
      const report = await attack(HOSTS[0]!, { tier: 'full', without: 'filter', lastAct });
      const open = openOf(report);
      // Calls that no other wall looks at.
      if (hasPython) assert.ok(open.includes('keys'), open.join());
      for (const name of ['read a file for all', 'list the folder of others', 'TCP', 'socket with a path'])
        assert.ok(!open.includes(name), `${name}: ${open.join()}`);
      assert.equal(report.node['ask for another'], 'ESRCH');
      assert.deepEqual(report.touched, []);
    });
});
