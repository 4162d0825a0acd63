import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeHtml, openSource } from './decode.ts';
import { PageSource } from './page-source.ts';
import { parseHtml } from './parse.ts';
import type { Tree } from './tree.ts';

const ASCII = 'x'.repeat(1000);
const UTF8 = 'text/html; charset=utf-8';

/** All that can be asked of a tree. */
function read(tree: Tree): unknown {
  const nodes = Array.from({ length: tree.length }, (_, node) => [
    tree.name(node),
    tree.parent[node],
    tree.end[node],
    tree.text(node),
    tree.attributes(node),
  ]);
  return { nodes, doctypeName: tree.doctypeName, isQuirks: tree.isQuirks };
}

function assertSameTree(bytes: Uint8Array, isEncoded = true): void {
  const source = openSource(bytes, UTF8);
  assert.equal(source.isEncoded, isEncoded);
  assert.deepEqual(read(parseHtml(source)), read(parseHtml(decodeHtml(bytes, UTF8).text)));
}

describe('PageSource', () => {
  it('keeps a page in UTF-8 as its bytes and decodes what is asked for', () => {
    const bytes = Buffer.from(`${ASCII}<p>größer, 東京 and 🎉</p>${ASCII}`);
    const source = PageSource.ofUtf8(bytes);
    assert.equal(source.isEncoded, true);
    assert.equal(source.units.length, bytes.length);
    const start = source.units.indexOf('<p>') + 3;
    assert.equal(source.slice(start, source.units.indexOf('</p>')), 'größer, 東京 and 🎉');
    assert.equal(source.slice(0, start), `${ASCII}<p>`);
    assert.equal(source.text, bytes.toString());
  });

  it('needs no decoding for ASCII, and decodes at once what is mostly something else', () => {
    assert.equal(PageSource.ofUtf8(Buffer.from(ASCII)).isEncoded, false);
    const chinese = PageSource.ofUtf8(Buffer.from('東京'.repeat(100)));
    assert.equal(chinese.isEncoded, false);
    assert.equal(chinese.units, '東京'.repeat(100));
    assert.equal(PageSource.ofUtf8(Buffer.alloc(0)).text, '');
  });

  it('finds a character outside ASCII wherever it stands', () => {
    for (let shift = 0; shift < 4; shift++) {
      for (let at = 0; at < 80; at++) {
        const text = `${'<'.repeat(at)}é${'>'.repeat(400)}`;
        const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).subarray(shift);
        const source = PageSource.ofUtf8(bytes);
        assert.equal(source.isEncoded, true);
        assert.equal(source.slice(at, at + 2), 'é');
        assert.equal(source.text, text);
      }
      const ending = `${ASCII}${'.'.repeat(shift)}é`;
      assert.equal(PageSource.ofUtf8(Buffer.from(ending)).slice(1000, 1002 + shift), ending.slice(1000));
    }
  });
});

describe('a tree of a page that was not decoded', () => {
  it('is the tree of its text', () => {
    assertSameTree(
      Buffer.from(
        `\uFEFF<!doctype hïml><title>Größe &amp; Übung\r\n</title><p class="ä b" lang=dé>été<b>x<i>ÿ</b>z</i> \u2019</p>` +
          `<x-ünit>ü</x-ünit><table>é<tr><td>\0é</table><!-- é --><script>"é<!--"</script>${ASCII}`,
      ),
    );
  });

  it('is the same where the bytes are no UTF-8', () => {
    const broken = Uint8Array.of(
      0x3c,
      0x70,
      0x3e,
      0xe9,
      0x3c,
      0x62,
      0x3e,
      0xe2,
      0x80,
      0x3c,
      0x69,
      0x3e,
      0xf0,
      0x9f,
    );
    assertSameTree(
      Buffer.concat([Buffer.from(ASCII), broken, Buffer.from(`<p title="`), broken, Buffer.from('">')]),
    );
    assertSameTree(Buffer.concat([Buffer.from(ASCII), Uint8Array.of(0xe2, 0x80)]));
  });

  it('finds attributes by names outside ASCII', () => {
    const tree = parseHtml(openSource(Buffer.from(`${ASCII}<p größe=3>é`), UTF8));
    const paragraph = Array.from({ length: tree.length }, (_, node) => node).find(
      (node) => tree.name(node) === 'p',
    );
    assert.equal(tree.attribute(paragraph!, 'größe'), '3');
  });

  it('leaves other encodings to the decoder', () => {
    const source = openSource(Uint8Array.of(0x3c, 0x70, 0x3e, 0xe9), 'text/html; charset=iso-8859-1');
    assert.equal(source.isEncoded, false);
    assert.equal(source.text, '<p>é');
  });
});
