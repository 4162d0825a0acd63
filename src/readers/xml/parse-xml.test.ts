import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeXml } from './decode-xml.ts';
import { parseXml } from './parse-xml.ts';
import { childOf, textOf } from './xml-element.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('parseXml', () => {
  test('elements, attributes and text, with entities and CDATA', () => {
    const root = parseXml(
      bytes('<?xml version="1.0"?><a x="1 &amp; 2"><b>one &lt; two</b><![CDATA[<c>]]></a>'),
    );
    assert.deepEqual(root, {
      name: 'a',
      attributes: { x: '1 & 2' },
      children: [{ name: 'b', attributes: {}, children: ['one < two'] }, '<c>'],
    });
  });

  test('prefixes become those that the reader knows, in the scope of their declaration', () => {
    const known = { 'urn:word': 'w', 'urn:plain': '' };
    const root = parseXml(
      bytes(
        '<x:a xmlns:x="urn:word" x:id="1" id="2"><x:b/><c xmlns="urn:word"/><y:d xmlns:y="urn:plain"/><x:e xmlns:x="urn:other"/></x:a>',
      ),
      known,
    );
    assert.equal(root?.name, 'w:a');
    assert.deepEqual([root.attributes['w:id'], root.attributes['id']], ['1', '2']);
    assert.deepEqual(
      root.children.map((child) => (typeof child === 'string' ? child : child.name)),
      ['w:b', 'w:c', 'd', 'x:e'],
    );
  });

  test('entities that a document type defines are not expanded, files are not looked at', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY x "boom"><!ENTITY y SYSTEM "file:///etc/passwd">]><a>&x;&y;</a>`;
    assert.equal(textOf(parseXml(bytes(bomb))), '&x;&y;');
  });

  test('what nests deeper than any file does is refused', () => {
    const deep = (levels: number): Uint8Array => bytes('<a>'.repeat(levels) + '</a>'.repeat(levels));
    assert.ok(parseXml(deep(1_000)));
    assert.throws(() => parseXml(deep(1_001)), { code: 'SCRAPE_DOCUMENT_TOO_COMPLEX' });
  });

  test('broken markup is read as far as it makes sense', () => {
    const root = parseXml(bytes('<a><b>one</c><d>two'));
    assert.match(textOf(root), /one.*two/);
    assert.equal(parseXml(bytes('no markup at all')), undefined);
    assert.ok(childOf(parseXml(bytes('<a><__proto__ __proto__="x"/></a>')), '__proto__'));
  });
});

test('text is decoded by its mark, else by its declaration, else as UTF-8', () => {
  const text = '<?xml version="1.0" encoding="ENC"?><a>é</a>';
  const latin = text.replace('ENC', 'ISO-8859-1');
  assert.equal(decodeXml(Buffer.from(latin, 'latin1')), latin);
  const wide = text.replace('ENC', 'UTF-16');
  assert.equal(decodeXml(Buffer.from(`\ufeff${wide}`, 'utf16le')), wide);
  assert.equal(decodeXml(Buffer.from(wide, 'utf16le')), wide);
  assert.equal(decodeXml(Buffer.from(wide)), wide);
  const unknown = text.replace('ENC', 'x-nobody');
  assert.equal(decodeXml(Buffer.from(unknown)), unknown);
});
