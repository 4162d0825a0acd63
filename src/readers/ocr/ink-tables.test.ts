import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertLinear } from '../../../test/support/assert-linear.ts';
import type { InkMap } from './find-ink.ts';
import { findInkRows, findInkTables, type InkTable } from './ink-tables.ts';

const WIDTH = 800;
const MEASURES = { xHeight: 10, height: 18, blank: 5 };

/** A page with words as bars of ink: left, top and width of each. */
function pageOf(height: number, words: readonly (readonly [number, number, number])[]): InkMap {
  const data = new Uint8Array(WIDTH * height);
  for (const [left, top, width] of words) {
    for (let y = top; y < top + 16; y++) data.fill(1, y * WIDTH + left, y * WIDTH + left + width);
  }
  return { width: WIDTH, height, data };
}

function tablesOf(ink: InkMap): InkTable[] {
  const page = { left: 0, top: 0, right: WIDTH, bottom: ink.height };
  return findInkTables(findInkRows(ink, [page], MEASURES), MEASURES);
}

describe('findInkTables', () => {
  test('finds the columns of rows in which the same strips stay white', () => {
    const page = pageOf(200, [
      // Names, then two numbers that stand as near as words do.
      ...[20, 50, 80, 110].flatMap((top, row) => [
        [40, top, 60 + row * 20] as const,
        [300, top, 30] as const,
        [340, top, 30] as const,
      ]),
      // Lines of prose.
      ...[140, 165].flatMap((top) =>
        Array.from({ length: 14 }, (_, word) => [40 + word * 45, top, 40] as const),
      ),
    ]);
    const [table, ...others] = tablesOf(page);
    assert.deepEqual(others, []);
    assert.deepEqual(
      table?.rows.map(({ from }) => from),
      [20, 50, 80, 110],
    );
    assert.equal(table.columns.length, 3);
    for (const [index, edge] of [230, 335].entries()) assert.equal(table.columns[index]!.to, edge);
  });

  test('takes accents for parts of their rows, and specks for nothing', () => {
    const words = [20, 50, 80].flatMap((top) => [[40, top, 90] as const, [300, top, 30] as const]);
    const page = pageOf(120, words);
    for (const y of [47, 48]) page.data.fill(1, y * WIDTH + 50, y * WIDTH + 53);
    for (const y of [25, 35, 60]) page.data[y * WIDTH + 200] = 1;
    assert.deepEqual(tablesOf(page)[0]?.rows, [
      { from: 20, to: 36 },
      { from: 47, to: 66 },
      { from: 80, to: 96 },
    ]);
  });

  test('finds none in prose, in a list with bullets, and in two rows', () => {
    const prose = pageOf(
      200,
      [20, 45, 70, 95].flatMap((top, row) =>
        Array.from({ length: 12 }, (_, word) => [40 + row * 3 + word * 52, top, 45] as const),
      ),
    );
    assert.deepEqual(tablesOf(prose), []);
    const list = pageOf(
      200,
      [20, 45, 70].flatMap((top) => [[40, top, 6] as const, [70, top, 200] as const]),
    );
    assert.deepEqual(tablesOf(list), []);
    const two = pageOf(
      200,
      [20, 45].flatMap((top) => [[40, top, 80] as const, [300, top, 30] as const]),
    );
    assert.deepEqual(tablesOf(two), []);
  });

  test('takes time in proportion to the rows', async () => {
    await assertLinear(2_000, (size) => {
      const rows = Array.from({ length: size }, (_, row) => [40, row * 30, 80] as const);
      const page = pageOf(size * 30, [...rows, ...rows.map(([, top]) => [300, top, 30] as const)]);
      return () => tablesOf(page);
    });
  });
});
