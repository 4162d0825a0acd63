import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { renderMemoryKey } from './render-memory-key.ts';
import { createRenderMemory, type RenderMemory, type RenderResult } from './render-memory.ts';

const USEFUL: RenderResult = { httpCharacters: 10, renderedCharacters: 5_000 };
const VAIN: RenderResult = { httpCharacters: 150, renderedCharacters: 160 };
const ENOUGH: RenderResult = { httpCharacters: 5_000, renderedCharacters: undefined };
const HOUR_MS = 3_600_000;

function place(path: string, teamId = 'a'): { teamId: string; url: URL } {
  return { teamId, url: new URL(path, 'https://site.test') };
}

function setUp(maxEntries?: number): { memory: RenderMemory; clock: { now(): number; ms: number } } {
  const clock = { ms: 1_000, now: () => clock.ms };
  return { memory: createRenderMemory({ clock, ...(maxEntries !== undefined && { maxEntries }) }), clock };
}

test('a kind of page that needed the browser twice goes there at once', () => {
  const { memory } = setUp();
  assert.equal(memory.adviseFor(place('/p/1')), undefined);
  memory.note(place('/p/1'), USEFUL);
  assert.equal(memory.adviseFor(place('/p/2')), undefined);
  memory.note(place('/p/2'), USEFUL);
  assert.equal(memory.adviseFor(place('/p/3')), 'browser');
  assert.equal(memory.adviseFor(place('/q/3')), undefined, 'another kind');
  assert.equal(memory.adviseFor(place('/p/3', 'b')), undefined, 'another team');
});

test('a false alarm is paid once', () => {
  const { memory } = setUp();
  memory.note(place('/login'), VAIN);
  assert.equal(memory.adviseFor(place('/login')), 'http');
});

test('what counts as a false alarm', () => {
  const cases: readonly (readonly [RenderResult, 'http' | undefined])[] = [
    [{ httpCharacters: 0, renderedCharacters: 0 }, 'http'],
    [{ httpCharacters: 500, renderedCharacters: 300 }, 'http'],
    [{ httpCharacters: 900, renderedCharacters: 1_000 }, 'http'],
    [{ httpCharacters: 900, renderedCharacters: 1_100 }, undefined],
    [{ httpCharacters: 100, renderedCharacters: 150 }, undefined],
    [{ httpCharacters: 0, renderedCharacters: 40 }, undefined],
    [{ httpCharacters: 900, renderedCharacters: 900, reason: 'challenge' }, undefined],
    [{ httpCharacters: 90, renderedCharacters: 90, reason: 'script redirect' }, undefined],
    [{ httpCharacters: 90, renderedCharacters: 90, reason: 'script shell' }, 'http'],
  ];
  for (const [result, expected] of cases) {
    const { memory } = setUp();
    memory.note(place('/x'), result);
    assert.equal(memory.adviseFor(place('/x')), expected, JSON.stringify(result));
  }
});

test('a false alarm is checked again now and then, until somebody has looked', () => {
  const { memory } = setUp();
  memory.note(place('/x'), VAIN);
  const advice = Array.from({ length: 40 }, () => memory.adviseFor(place('/x')));
  assert.equal(advice[0], 'http');
  const firstCheck = advice.indexOf(undefined);
  assert.equal(firstCheck, 25);
  assert.ok(advice.slice(firstCheck).every((said) => said === undefined));
  memory.note(place('/x'), VAIN);
  assert.equal(memory.adviseFor(place('/x')), 'http');
});

test('a check that finds text takes the advice back', () => {
  const { memory } = setUp();
  memory.note(place('/x'), VAIN);
  memory.note(place('/x'), USEFUL);
  assert.equal(memory.adviseFor(place('/x')), undefined);
});

test('where one page in ten needs the browser, the others stay out of it', () => {
  const { memory } = setUp();
  let direct = 0;
  for (let page = 0; page < 1_000; page++) {
    // The first two in a row: the worst beginning.
    const isShell = page < 2 || page % 10 === 0;
    if (memory.adviseFor(place(`/p/${page}`)) === 'browser') direct++;
    else memory.note(place(`/p/${page}`), isShell ? USEFUL : ENOUGH);
  }
  assert.equal(direct, 25);
});

test('where nine in ten need it, most go there at once', () => {
  const { memory } = setUp();
  let direct = 0;
  for (let page = 0; page < 1_000; page++) {
    if (memory.adviseFor(place(`/p/${page}`)) === 'browser') direct++;
    else memory.note(place(`/p/${page}`), page % 10 === 9 ? ENOUGH : USEFUL);
  }
  assert.ok(direct > 800, String(direct));
});

test('a site that was rebuilt is noticed', () => {
  const { memory } = setUp();
  for (let page = 0; page < 50; page++) memory.note(place(`/p/${page}`), USEFUL);
  assert.equal(memory.adviseFor(place('/p/1')), 'browser');
  for (let page = 0; page < 8; page++) memory.note(place(`/p/${page}`), ENOUGH);
  assert.equal(memory.adviseFor(place('/p/1')), undefined);
});

test('forgets what was not confirmed for six hours', () => {
  const { memory, clock } = setUp();
  memory.note(place('/p/1'), USEFUL);
  memory.note(place('/p/2'), USEFUL);
  clock.ms += 6 * HOUR_MS - 1;
  assert.equal(memory.adviseFor(place('/p/3')), 'browser');
  clock.ms += 1;
  assert.equal(memory.adviseFor(place('/p/3')), undefined);
});

test('keeps what was noted last, and nothing of pages that need nothing', () => {
  const { memory } = setUp(2);
  memory.note(place('/a'), VAIN);
  memory.note(place('/b'), VAIN);
  for (const path of ['/c', '/d', '/e']) memory.note(place(path), ENOUGH);
  memory.note(place('/a'), VAIN);
  memory.note(place('/f'), VAIN);
  assert.deepEqual(
    ['/a', '/b', '/f'].map((path) => memory.adviseFor(place(path))),
    ['http', undefined, 'http'],
  );
});

test('paths of one shape share a key', () => {
  const shapes: readonly (readonly [path: string, shape: string])[] = [
    ['/', '/'],
    ['/index.html', '/'],
    ['/p/17/', '/p/N'],
    ['/p/17?b=1&a=2', '/p/N?a&b'],
    ['/page2', '/pageN'],
    ['/user/8f14e45f-ceea-467f-a9d2-2b1c6f6f1c3a/posts', '/user/N/posts'],
    ['/t/new-to-astronomy-best-first-telescope/4145', '/t/T/N'],
    ['/news/2025/12/the-river-has-risen.html', '/news/N/N/T.html'],
    ['/v/dQw4w9WgXcQ', '/v/N'],
    ['/about-us', '/about-us'],
    ['/products', '/products'],
    ['/app#/route/1', '/app#/'],
    ['/page#section', '/page'],
    ['/1/2/3/4/5/6/7/8/9/10', '/N/N/N/N/N/N/N/N'],
  ];
  for (const [path, shape] of shapes) assert.equal(renderMemoryKey(place(path)), `a site.test${shape}`, path);
});

test('a key stays short and cheap however long the path is', async () => {
  for (const [start, part] of [
    ['', 'a-'],
    ['', '1'],
    ['', '/x'],
    ['?', 'a&'],
  ] as const) {
    const prepare = (size: number): (() => unknown) => {
      const url = new URL(`https://site.test/${start}${part.repeat(size)}`);
      return () => assert.ok(renderMemoryKey({ teamId: 'a', url }).length < 330);
    };
    await assertLinear(500_000, prepare, part);
  }
});
