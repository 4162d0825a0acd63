import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { pickSize } from '../../../test/support/pick-size.ts';
import { buildDoc, sprm, u16, u32 } from '../../../test/support/documents/build-doc.ts';
import { BOLD, paragraph, readBytes, row, runs } from '../../../test/support/documents/doc-parts.ts';
import { threadMs } from '../../../test/support/thread-ms.ts';
import { DocumentError } from '../document-error.ts';

/** Files that LibreOffice 7.4 wrote. */
function fixture(name: string): Uint8Array {
  return gunzipSync(readFileSync(new URL(`../../../test/support/documents/${name}`, import.meta.url)));
}

test('reads a file with a bit of everything, as LibreOffice writes it', () => {
  const { html, properties, warnings } = readBytes(fixture('kitchen-sink.doc.gz'));
  assert.equal(
    html,
    '<h1>The Title</h1><h1 id="intro">1. Introduction</h1>' +
      '<p>Before inserted after. <strong>bold</strong><sup><a href="#fn1" id="fnref1">1</a></sup> and end' +
      '<sup><a href="#fn2" id="fnref2">2</a></sup>. E=mc<sup>2</sup></p>' +
      '<h2>1.1 Sub</h2><h2>1.2 Custom sub</h2>' +
      '<p>Go to <a href="#intro">intro</a> or <a href="mailto:a@b.c">mail</a>. Page  of.<br>New line\ttab</p>' +
      '<ul><li>bul<ol type="a"><li>num a</li><li>num b</li></ol></li><li>bul2</li></ul>' +
      '<ol type="I" start="4"><li>four</li><li>five</li></ol>' +
      '<p>Anchor paragraph.</p><p>In the text box</p><p>Pic  inline, floating  there.</p>' +
      '<p>Shape:  end. Done ❤ 𝒳.</p><p>Text in shape</p>' +
      '<ol><li id="fn1">Foot <strong>note</strong> one. <a href="#fnref1">↩</a></li>' +
      '<li id="fn2"><p>Endnote one.</p><p>Second para.</p> <a href="#fnref2">↩</a></li></ol>',
  );
  assert.deepEqual(properties, {
    title: 'Kitchen sink — тест',
    subject: 'Sub',
    author: 'Ann Author',
    keywords: 'k1',
    createdAt: '2020-02-03T04:05:06.000Z',
    language: 'en-US',
    custom: { Project: 'Decant' },
  });
  assert.deepEqual(warnings, []);
});

test('shows its pictures when they are wanted', () => {
  const { html } = readBytes(fixture('kitchen-sink.doc.gz'), true);
  assert.equal(html.match(/<img src="data:image\/png;base64,iVBORw0KGgo[^"]+" alt="">/g)?.length, 2);
});

test('reads tables, lists and a quotation, as LibreOffice writes them', () => {
  const { html } = readBytes(fixture('tables.doc.gz'));
  assert.ok(
    html.includes(
      '<table><tbody><tr><td colspan="2">Wide</td><td rowspan="3">Tall<br>two</td></tr><tr><td>a</td><td>b</td></tr>' +
        '<tr><td colspan="2"><ul><li>x</li><li>y</li></ul></td></tr></tbody></table>',
    ),
  );
  assert.ok(html.includes('<thead><tr><th>Name</th><th>Qty</th><th>Price</th></tr></thead>'));
  assert.ok(html.includes('<blockquote><p>Quoted text here.</p></blockquote>'));
  assert.ok(html.includes('<li>Two<p>Continued para</p></li><li>Three</li></ol>'));
  assert.ok(html.includes('x<sup>2</sup> H<sub>2</sub>O'));
});

/** The same numbers for each run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((state / 0x80_00_00_00) * below);
  };
}

test('damaged files give what they have or a clear error', () => {
  const files = [
    fixture('kitchen-sink.doc.gz'),
    fixture('tables.doc.gz'),
    buildDoc({
      paragraphs: [runs('a', { text: 'b', sprms: BOLD }), ...row(['c', 'd'], [0, 500, 1_000], [0x60, 1])],
      pieces: [
        { length: 3, isWide: true },
        { length: 5, isWide: false, sprms: BOLD },
      ],
    }),
    buildDoc({ generation: 'word6', paragraphs: [paragraph('old'), paragraph('file', { sprms: [24, 1] })] }),
  ];
  const next = random(7);
  const rounds = pickSize(150, 600);
  let readable = 0;
  for (let round = 0; round < rounds; round++) {
    const bytes = files[next(files.length)]!.slice(0, round % 10 === 0 ? next(9_000) : undefined);
    const view = new DataView(bytes.buffer);
    for (let i = next(round % 3 === 0 ? 60 : 4); i >= 0 && bytes.length > 4; i--) {
      const at = next(bytes.length - 4);
      if (next(2) === 0) bytes[at] = next(256);
      else view.setUint32(at, [0xff_ff_ff_ff, 0x7f_ff_ff_ff, next(bytes.length), 0][next(4)]!, true);
    }
    try {
      readBytes(bytes, true);
      readable++;
    } catch (error) {
      assert.ok(error instanceof DocumentError, `round ${round}: ${String(error)}`);
    }
  }
  assert.ok(readable > rounds / 2);
});

test('counts that are nonsense take neither time nor memory', () => {
  const paragraphs = [paragraph('text', { sprms: sprm(0x6649, ...u32(0x7f_ff_ff_ff)) })];
  const usualMs = costOf(buildDoc({ paragraphs: [paragraph('text')] }), 'a file without any');
  for (let extent = 0; extent < 93; extent++) {
    const nonsense = new Map([[extent, [...u16(0xff_ff), ...u32(0xff_ff_ff_ff), ...u32(0x7f_ff_ff_ff)]]]);
    const bytes = buildDoc({ paragraphs, extents: nonsense });
    // The length of the structure that the file states.
    const main = Buffer.from(bytes.buffer).indexOf(Uint8Array.from([0xec, 0xa5, 0xc1, 0]));
    new DataView(bytes.buffer).setUint32(main + 158 + extent * 8, 0xff_ff_ff_ff, true);
    // A reader that believes such a count does thousands of times as much.
    const ms = costOf(bytes, `extent ${extent}`);
    assert.ok(ms < 100 * Math.max(1, usualMs), `extent ${extent}: ${ms} ms instead of ${usualMs} ms`);
  }
});

/** Time of the processor, ms: the least of three, since the collector may strike in one. */
function costOf(bytes: Uint8Array, name: string): number {
  const costs = [0, 1, 2].map(() => {
    const before = threadMs();
    try {
      readBytes(bytes, true);
    } catch (error) {
      assert.ok(error instanceof DocumentError, `${name}: ${String(error)}`);
    }
    return threadMs() - before;
  });
  return Math.min(...costs);
}
