import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../lib/log/log.ts';
import { createProviderHealth, type ProviderHealth } from './provider-health.ts';
import { ProviderFailure, type ProviderFailureKind, type SearchProvider } from './providers/provider.ts';

const NAMES: ReadonlyArray<SearchProvider['name']> = ['searxng', 'brave', 'exa'];

interface Watched {
  health: ProviderHealth;
  wait: (ms: number) => void;
  lines: string[];
}

function watch(): Watched {
  const time = { now: 1_000_000 };
  const lines: string[] = [];
  const log = createLog({ level: 'info', stream: { write: (line: string) => lines.push(line) } });
  return {
    health: createProviderHealth({ clock: { now: () => time.now }, log }),
    wait: (ms) => {
      time.now += ms;
    },
    lines,
  };
}

function failure(provider: string, kind: ProviderFailureKind, retryAfterMs?: number): ProviderFailure {
  return new ProviderFailure(provider, kind, { detail: 'status 500', retryAfterMs });
}

test('a provider that fails rests for 30 seconds, and twice as long each further time, 10 minutes at most', () => {
  const { health, wait } = watch();
  for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
    health.failed(failure('searxng', 'down'), 'web');
    wait(seconds * 1_000 - 1);
    assert.deepEqual(health.fitOf(NAMES, 'web'), ['brave', 'exa'], `${seconds} s`);
    wait(1);
    assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES, `${seconds} s`);
  }
  health.answered('searxng', 'web');
  health.failed(failure('searxng', 'timeout'), 'web');
  wait(30_000);
  assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES);
});

test('a provider that asks for a rest gets that, an hour at most', () => {
  const { health, wait } = watch();
  health.failed(failure('brave', 'limited', 2_000), 'web');
  wait(1_999);
  assert.deepEqual(health.fitOf(NAMES, 'web'), ['searxng', 'exa']);
  wait(1);
  assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES);
  health.failed(failure('brave', 'limited', 30 * 86_400_000), 'web');
  wait(3_600_000);
  assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES);
});

test('a wrong key is an error in the log, and rests 10 minutes at once', () => {
  const { health, wait, lines } = watch();
  health.failed(failure('exa', 'refused'), 'web');
  wait(599_999);
  assert.deepEqual(health.fitOf(NAMES, 'web'), ['searxng', 'brave']);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /"level":"error".*"provider":"exa"/);
});

test('a provider that does not take one request is asked by the next search', () => {
  const { health, lines } = watch();
  health.failed(failure('brave', 'refused', 0), 'web');
  assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES);
  assert.match(lines[0] ?? '', /"level":"warn"/);
});

test('when all rest the one that has rested longest is asked', () => {
  const { health, wait } = watch();
  for (const name of ['brave', 'searxng', 'exa']) {
    health.failed(failure(name, 'nonsense'), 'web');
    wait(1);
  }
  assert.deepEqual(health.fitOf(NAMES, 'web'), ['brave']);
  assert.deepEqual(health.fitOf([], 'web'), []);
});

test('searches that fail together are one failure', () => {
  const { health, wait } = watch();
  for (let count = 0; count < 20; count++) health.failed(failure('brave', 'timeout'), 'web');
  wait(30_000);
  assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES);
  health.failed(failure('brave', 'timeout'), 'web');
  wait(59_999);
  assert.deepEqual(health.fitOf(NAMES, 'web'), ['searxng', 'exa']);
});

test('pictures that fail leave pages alone, but for a key that is not accepted', () => {
  const { health } = watch();
  health.failed(failure('searxng', 'limited'), 'images');
  assert.deepEqual(health.fitOf(NAMES, 'images'), ['brave', 'exa']);
  assert.deepEqual(health.fitOf(NAMES, 'web'), NAMES);
  health.failed(failure('brave', 'refused'), 'images');
  assert.deepEqual(health.fitOf(NAMES, 'web'), ['searxng', 'exa']);
});

test('a failure names the provider to callers, and nothing of the detail', () => {
  const limited = new ProviderFailure('brave', 'limited', { detail: 'https://api.example/ 429' });
  assert.equal(limited.message, 'brave takes no more requests for now');
});
