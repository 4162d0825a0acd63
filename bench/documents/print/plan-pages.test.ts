import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planPages, type MeasuredBlock, type PageShape } from './plan-pages.ts';

const SHAPE: PageShape = { width: 226, height: 100, columns: 2, isRtl: false };

function block(height: number, more: Partial<MeasuredBlock> = {}): MeasuredBlock {
  const kind = { isWide: false, isNote: false, isBreak: false, isKeptWithNext: false, notes: [] };
  return { height, ...kind, ...more };
}

function placesOf(blocks: readonly MeasuredBlock[], shape = SHAPE): string[] | undefined {
  return planPages(blocks, shape)?.places.map(
    ({ block: index, page, left, top }) => `${index}: page ${page} at ${left}, ${top}`,
  );
}

test('columns are filled one after another, below what is as wide as the page', () => {
  const blocks = [block(20, { isWide: true }), block(50), block(50), block(60)];
  assert.deepEqual(placesOf(blocks), [
    '0: page 0 at 0, 0',
    '1: page 0 at 0, 20',
    '2: page 0 at 126, 20',
    '3: page 1 at 0, 0',
  ]);
  assert.deepEqual(placesOf(blocks, { ...SHAPE, isRtl: true })?.slice(1), [
    '1: page 0 at 126, 20',
    '2: page 0 at 0, 20',
    '3: page 1 at 126, 0',
  ]);
});

test('a heading stays with what follows it, and a page ends where it is broken', () => {
  const blocks = [block(60), block(10, { isKeptWithNext: true }), block(40), block(0, { isBreak: true })];
  assert.deepEqual(placesOf([...blocks, block(10)]), [
    '0: page 0 at 0, 0',
    '1: page 0 at 126, 0',
    '2: page 0 at 126, 10',
    '4: page 1 at 0, 0',
  ]);
});

test('notes stand at the foot of the column of their mark, below a rule', () => {
  const blocks = [
    block(30, { notes: [2, 3] }),
    block(40),
    block(10, { isNote: true }),
    block(5, { isNote: true }),
  ];
  assert.deepEqual(placesOf(blocks), [
    '0: page 0 at 0, 0',
    '3: page 0 at 0, 95',
    '2: page 0 at 0, 85',
    '1: page 0 at 126, 0',
  ]);
  assert.deepEqual(planPages(blocks, SHAPE)?.rules, [{ page: 0, left: 0, top: 80 }]);
});

test('a block that is higher than a page has no place', () => {
  assert.equal(placesOf([block(101)]), undefined);
  assert.equal(placesOf([block(80, { notes: [1] }), block(10, { isNote: true })]), undefined);
});
