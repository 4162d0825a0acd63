import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import { pickSize } from '../../../test/support/pick-size.ts';
import { applyPatch } from 'diff';
import { unifiedDiff } from './unified-diff.ts';

function diff(before: readonly string[], after: readonly string[]): string {
  return unifiedDiff({ label: 'a', lines: before }, { label: 'b', lines: after });
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** That the diff turns one into the other, by somebody else's reading of it. */
function assertApplies(before: readonly string[], after: readonly string[]): void {
  assert.equal(applyPatch(textOf(before), diff(before, after)), textOf(after));
}

function numbered(count: number, prefix = 'line'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
}

/** A small linear congruential generator: the same numbers each run. */
function createRandom(seed: number): (below: number) => number {
  const state = { value: seed };
  return (below) => {
    state.value = (state.value * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state.value / 2_147_483_648) * below);
  };
}

test('one changed line, with three lines of context, as git prints it', () => {
  const before = numbered(20);
  assert.equal(
    diff(before, before.with(10, 'changed')),
    `--- a
+++ b
@@ -8,7 +8,7 @@
 line 7
 line 8
 line 9
-line 10
+changed
 line 11
 line 12
 line 13
`,
  );
});

test('changes whose context meets share a hunk, others do not', () => {
  const before = numbered(40);
  const near = diff(before, before.with(10, 'x').with(17, 'y'));
  assert.deepEqual(near.match(/^@@.*@@$/gm), ['@@ -8,14 +8,14 @@']);
  const far = diff(before, before.with(10, 'x').with(18, 'y'));
  assert.deepEqual(far.match(/^@@.*@@$/gm), ['@@ -8,7 +8,7 @@', '@@ -16,7 +16,7 @@']);
});

test('the ranges of empty and one-line texts', () => {
  assert.equal(diff([], ['a', 'b']), '--- a\n+++ b\n@@ -0,0 +1,2 @@\n+a\n+b\n');
  assert.equal(diff(['a'], []), '--- a\n+++ b\n@@ -1 +0,0 @@\n-a\n');
  assert.equal(diff(['a'], ['b']), '--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n');
  assert.equal(diff(['a'], ['a']), '');
  assert.equal(diff([], []), '');
});

test('applies, whatever the texts are', () => {
  const random = createRandom(7);
  for (let round = 0; round < 400; round++) {
    const make = (): string[] =>
      Array.from({ length: random(30) }, () => ['', '-', '+', ' ', '@@', 'a', 'b', 'c'][random(8)] ?? '');
    const before = make();
    const after = random(3) === 0 ? make() : before.filter(() => random(5) > 0);
    if (random(2) === 0) after.splice(random(after.length + 1), 0, ...make().slice(0, 4));
    assertApplies(before, after);
  }
});

test('more changed lines than can be searched: what occurs once still holds the two together', () => {
  const before = numbered(6_000);
  const after = before.map((line, index) => (index % 4 === 0 ? `${line}, 3 minutes ago` : line));
  assertApplies(before, after);
  const removed = diff(before, after).match(/^-line/gm) ?? [];
  assert.equal(removed.length, 1_500);
});

test('two texts with nothing in common are one replacement', () => {
  const [before, after] = [numbered(3_000, 'old'), numbered(2_000, 'new')];
  assertApplies(before, after);
  assert.deepEqual(diff(before, after).match(/^@@.*@@$/gm), ['@@ -1,3000 +1,2000 @@']);
});

test('a block that moved is removed and added, and the rest stays', () => {
  const lines = numbered(5_000);
  const after = [...lines.slice(2_000, 2_600), ...lines.slice(0, 2_000), ...lines.slice(2_600)];
  assertApplies(lines, after);
  assert.equal(diff(lines, after).match(/^\+line/gm)?.length, 600);
});

test('hostile texts take no longer than their size', async () => {
  const random = createRandom(11);
  const noise = (count: number): string[] => Array.from({ length: count }, () => (random(2) ? 'a' : 'b'));
  const texts: Array<(size: number) => [before: string[], after: string[]]> = [
    (size) => [noise(size), noise(size)],
    (size) => [numbered(size / 2), numbered(size / 2).toReversed()],
    (size) => [Array.from({ length: 1.5 * size }, () => ''), Array.from({ length: 0.75 * size }, () => '')],
    (size) => [numbered(size, 'old'), numbered(size, 'new')],
  ];
  for (const textsOf of texts) {
    await assertLinear(pickSize(40_000, 200_000), (size) => {
      const [before, after] = textsOf(size);
      return () => diff(before, after);
    });
  }
});
