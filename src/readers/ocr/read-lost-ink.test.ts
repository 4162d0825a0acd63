import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeNotice, NOTICE_LINES } from '../../../test/support/documents/notice.ts';
import { ocrLinesOf, onlyWords } from './blocks.ts';
import { openEngine, runEngine, type RunOptions } from './engine.ts';
import { findInk } from './find-ink.ts';
import { toGrey } from './grey-image.ts';
import { findInkRows } from './ink-tables.ts';
import { readLostInk } from './read-lost-ink.ts';
import { measureText, textAreas } from './text-areas.ts';

test('reads a line again that stands in the ink of a page and came out as nothing', async () => {
  const engine = await openEngine(['eng']);
  const image = toGrey(await decodeNotice());
  const options: RunOptions = { factor: 1, mode: 'page', isUnevenlyLit: false, deadline: Infinity };
  const found = runEngine(engine, image, options);
  const lost = ocrLinesOf(found.blocks)[2]!;
  const rest = { ...found, blocks: onlyWords(found.blocks, (word) => !lost.words.includes(word)) };
  const measures = measureText(found.blocks, 1)!;
  const areas = findInkRows(findInk(image), textAreas(found.blocks, 1), measures);
  const textsOf = ({ blocks }: typeof found): string[] =>
    ocrLinesOf(blocks)
      .toSorted((a, b) => a.baseline - b.baseline)
      .map(({ words }) => words.map(({ text }) => text).join(' '));
  assert.equal(textsOf(rest).length, NOTICE_LINES.length - 1);
  assert.deepEqual(
    textsOf(readLostInk(engine, image, rest, { ...options, areas, measures, drawn: [] })),
    NOTICE_LINES,
  );
  // What is there stays as it was read.
  assert.deepEqual(readLostInk(engine, image, found, { ...options, areas, measures, drawn: [] }), found);
  engine.api.End();
});
