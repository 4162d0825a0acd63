import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { UNKNOWN_NAME } from '../../test/support/attack-pages.ts';
import { KINDS, runAttacks, type AttackRun, type AttackRunOptions } from '../../test/support/run-attacks.ts';
import { findTestBrowser } from '../../test/support/test-browser.ts';

const found = process.platform === 'linux' ? await findTestBrowser() : undefined;
const skip = found === undefined && 'there is no browser for this machine';

/**
 * Ways that this Chromium does not take, or only over TLS, though nothing holds it back: the canary cannot vouch for
 * these.
 */
const NEVER_TRIED = [
  'img attributionsrc',
  'fenced frame',
  'link icon',
  'link manifest',
  'link preconnect',
  'link prerender',
  'prerender of our own page with a picture',
  'background fetch',
  'redirected WebSocket',
  'Alt-Svc header',
  'Reporting-Endpoints',
  'XSLT style sheet',
  'external entity',
  'xi:include',
  'STUN server by name',
];
/** Ways past any HTTP proxy, or that a browser with a proxy does not take: our flags stop them. */
const STOPPED_BY_FLAGS = [
  'prefetch rules',
  'prerender rules',
  'fetch to a declared address space',
  'WebTransport',
  'STUN server',
  'TURN server over UDP',
];

const without = (...left: readonly string[][]): string[] =>
  KINDS.filter((kind) => !left.some((kinds) => kinds.includes(kind)));

/** Nothing got there, nothing was sent past the proxy, and what was tried was refused. */
function assertNothingGotThrough({
  hits,
  refused,
  connected,
  sentPackets,
  lookedUp,
  read,
  hasRebound,
  isNeighbourAskedFor,
}: AttackRun): void {
  assert.deepEqual(
    { hits, connected, sentPackets, lookedUp, read, isNeighbourAskedFor },
    { hits: {}, connected: [], sentPackets: 0, lookedUp: [], read: [], isNeighbourAskedFor: false },
  );
  assert.ok(hasRebound);
  assert.deepEqual(
    without(NEVER_TRIED, STOPPED_BY_FLAGS).filter((kind) => !refused.includes(kind)),
    [],
  );
}

describe(`${KINDS.length} ways to reach what a page must not reach`, { skip, timeout: 300_000 }, () => {
  const program = {
    ...found!,
    awaited: without(NEVER_TRIED, STOPPED_BY_FLAGS),
  };

  test('none works', async () => {
    const run = await runAttacks({ ...program, defence: 'ours' });
    assertNothingGotThrough(run);
    assert.ok(run.isSandboxed);
  });

  test(
    'none works for a browser of an ordinary user',
    { skip: process.getuid?.() !== 0 && 'we are no root' },
    async () => {
      assertNothingGotThrough(await runAsOrdinaryUser({ ...program, identity: undefined, defence: 'ours' }));
    },
  );

  test('the canary tells of all of them when our proxy lets them through', async () => {
    const { hits } = await runAttacks({ ...program, defence: 'open' });
    assert.deepEqual(
      without(NEVER_TRIED, STOPPED_BY_FLAGS).filter((kind) => !hits[kind]),
      [],
    );
  });

  test('the canary and the log tell of all that a browser without our proxy and flags does', async () => {
    const { hits, connected, sentPackets, lookedUp, read, isNeighbourAskedFor } = await runAttacks({
      ...program,
      awaited: without(NEVER_TRIED),
      defence: 'none',
    });
    assert.deepEqual(
      without(NEVER_TRIED).filter((kind) => !hits[kind]),
      [],
    );
    assert.ok(connected.length > 50);
    assert.ok(sentPackets > 0);
    assert.ok(lookedUp.includes(UNKNOWN_NAME));
    assert.ok(isNeighbourAskedFor);
    assert.ok(read.includes('location of the page'));
  });
});

/** In a process that gives up root when it has read its code, wherever the checkout lies. */
async function runAsOrdinaryUser(options: AttackRunOptions): Promise<AttackRun> {
  const code = `
    import { runAttacks } from ${JSON.stringify(new URL('../../test/support/run-attacks.ts', import.meta.url).href)};
    process.setgroups([]);
    process.setgid(${ORDINARY_ID});
    process.setuid(${ORDINARY_ID});
    console.log(JSON.stringify(await runAttacks(${JSON.stringify(options)})));
  `;
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', code],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: '/',
    },
  );
  return JSON.parse(await text(child.stdout)) as AttackRun;
}

/** Nobody in particular. */
const ORDINARY_ID = 61_999;
