import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { detectContentKind } from './detect-content-kind.ts';
import { kindOfUpload } from './kind-of-upload.ts';
import { misnamedUpload } from './misnamed-upload.ts';

const TYPE = 'application/vnd.oasis.opendocument';
const DECK = new URL('../../../test/fixtures/slides/annual-report/deck.fodp', import.meta.url);

function flat(mimetype: string): Buffer {
  const names = Array.from({ length: 60 }, (_, index) => `xmlns:n${index}="urn:oasis:names:tc:${index}"`);
  return Buffer.from(
    `<?xml version="1.0"?>\n<!-- x -->\n<office:document ${names.join(' ')} office:mimetype="${mimetype}"><office:body/></office:document>`,
  );
}

const at = (path: string): URL => new URL(path, 'https://example.com');

test('OpenDocument in one XML file is what its root says, whatever it is called', () => {
  for (const [name, kind] of [
    ['text', 'odt'],
    ['text-template', 'odt'],
    ['spreadsheet', 'ods'],
    ['presentation', 'odp'],
  ] as const) {
    const bytes = flat(`${TYPE}.${name}`);
    for (const type of ['application/xml', 'text/xml', 'text/plain', 'application/octet-stream', undefined])
      assert.equal(detectContentKind(type, bytes, at('/file')), kind, `${name} as ${type}`);
    assert.equal(detectContentKind(`${TYPE}.${name}-flat-xml`, bytes, at('/file')), kind);
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bytes.toString(), 'utf16le')]);
    assert.equal(detectContentKind('application/xml', wide, at('/file')), kind);
  }
});

test('a presentation that LibreOffice saved as one XML file is uploaded by its name', () => {
  const upload = kindOfUpload('deck.fodp', 'application/octet-stream');
  assert.ok(!upload.isRefused);
  const url = at('/deck.fodp');
  const kind = detectContentKind(upload.contentType, readFileSync(DECK), url);
  assert.equal(kind, 'odp');
  assert.equal(misnamedUpload(kind, url, upload.contentType), undefined);
});

test('other XML stays XML', () => {
  const drawing = flat(`${TYPE}.graphics`);
  assert.equal(detectContentKind('application/xml', drawing, at('/a.xml')), 'xml');
  const quoted = Buffer.from('<?xml version="1.0"?><a><office:documents office:mimetype="x"/></a>');
  assert.equal(detectContentKind('application/xml', quoted, at('/a.xml')), 'xml');
});
