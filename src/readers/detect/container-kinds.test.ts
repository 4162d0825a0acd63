import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { detectContentKind } from './detect-content-kind.ts';
import { oleKind } from './ole-kind.ts';
import { zipKind } from './zip-kind.ts';

interface Entry {
  name: string;
  data?: string;
  /** Sizes follow the data instead of standing in the header. */
  hasDescriptor?: boolean;
}

function zipOf(...entries: Entry[]): Buffer {
  return Buffer.concat(
    entries.flatMap(({ name, data = 'data', hasDescriptor = false }) => {
      const header = Buffer.alloc(30);
      header.write('PK\x03\x04', 'latin1');
      header.writeUInt16LE(hasDescriptor ? 8 : 0, 6);
      header.writeUInt32LE(hasDescriptor ? 0 : data.length, 18);
      header.writeUInt16LE(name.length, 26);
      return [header, Buffer.from(name + data, 'latin1')];
    }),
  );
}

describe('zipKind', () => {
  const cases: Array<[what: string, bytes: Buffer, kind: string]> = [
    [
      'Word',
      zipOf({ name: '[Content_Types].xml' }, { name: '_rels/.rels' }, { name: 'word/document.xml' }),
      'docx',
    ],
    ['Excel', zipOf({ name: '[Content_Types].xml' }, { name: 'xl/workbook.xml' }), 'xlsx'],
    ['PowerPoint', zipOf({ name: 'docProps/app.xml' }, { name: 'ppt/presentation.xml' }), 'pptx'],
    [
      'data descriptors',
      zipOf({ name: '[Content_Types].xml', hasDescriptor: true }, { name: 'word/document.xml' }),
      'docx',
    ],
    [
      'OpenDocument text',
      zipOf({ name: 'mimetype', data: 'application/vnd.oasis.opendocument.text' }),
      'odt',
    ],
    [
      'OpenDocument spreadsheet',
      zipOf({ name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' }),
      'ods',
    ],
    [
      'OpenDocument presentation',
      zipOf({ name: 'mimetype', data: 'application/vnd.oasis.opendocument.presentation' }),
      'odp',
    ],
    ['EPUB', zipOf({ name: 'mimetype', data: 'application/epub+zip' }, { name: 'word/x' }), 'epub'],
    [
      'other mimetype',
      zipOf({ name: 'mimetype', data: 'application/vnd.oasis.opendocument.graphics' }),
      'archive',
    ],
    ['other archive', zipOf({ name: 'readme.txt' }, { name: 'src/word/x.js' }), 'archive'],
    [
      'document inside an archive',
      zipOf({ name: 'inner.docx', data: zipOf({ name: 'word/document.xml' }).toString('latin1') }),
      'archive',
    ],
    ['cut in a header', zipOf({ name: 'a' }).subarray(0, 20), 'archive'],
    [
      'size beyond the end',
      Buffer.from('PK\x03\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0', 'latin1'),
      'archive',
    ],
  ];
  for (const [what, bytes, kind] of cases) it(what, () => assert.equal(zipKind(bytes), kind));

  it('gives way to the header when the names do not tell', () => {
    const zip = zipOf({ name: 'x' });
    const url = new URL('https://example.com/file.docx');
    assert.equal(detectContentKind('application/octet-stream', zip, url), 'docx');
    assert.equal(detectContentKind('application/epub+zip', zip, url), 'epub');
    assert.equal(detectContentKind('application/pdf', zip, url), 'archive');
    assert.equal(detectContentKind('text/html', zip, new URL('https://example.com/')), 'archive');
  });
});

const SECTOR = 512;
const FREE = 0xffffffff;

/** A compound file whose directory holds these entries: name, left, right, child. */
function oleOf(entries: Array<[name: string, left: number, right: number, child: number]>): Buffer {
  const directorySectors = Math.ceil(entries.length / 4);
  const file = Buffer.alloc(SECTOR * (2 + directorySectors));
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 76);
  for (let sector = 1; sector <= directorySectors; sector++) {
    file.writeUInt32LE(sector === directorySectors ? 0xfffffffe : sector + 1, SECTOR + sector * 4);
  }
  entries.forEach(([name, left, right, child], index) => {
    const at = SECTOR * 2 + index * 128;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.writeUInt32LE(left, at + 68);
    file.writeUInt32LE(right, at + 72);
    file.writeUInt32LE(child, at + 76);
  });
  return file;
}

describe('oleKind', () => {
  const root = (child: number): [string, number, number, number] => ['Root Entry', FREE, FREE, child];

  it('tells Word and Excel by the streams in the root', () => {
    assert.equal(oleKind(oleOf([root(1), ['WordDocument', FREE, FREE, FREE]])), 'doc');
    assert.equal(oleKind(oleOf([root(1), ['Workbook', FREE, FREE, FREE]])), 'xls');
    assert.equal(oleKind(oleOf([root(1), ['Book', FREE, FREE, FREE]])), 'xls');
    assert.equal(oleKind(oleOf([root(1), ['PowerPoint Document', FREE, FREE, FREE]])), 'ppt');
    assert.equal(oleKind(oleOf([root(1), ['VisioDocument', FREE, FREE, FREE]])), 'binary');
  });

  it('follows the directory over several sectors', () => {
    const chain = Array.from({ length: 8 }, (_, i): [string, number, number, number] => [
      `Stream ${i}`,
      FREE,
      i + 2,
      FREE,
    ]);
    assert.equal(oleKind(oleOf([root(1), ...chain, ['WordDocument', FREE, FREE, FREE]])), 'doc');
  });

  it('does not count streams of embedded objects', () => {
    const entries = oleOf([
      root(1),
      ['ObjectPool', FREE, 3, 2],
      ['WordDocument', FREE, FREE, FREE],
      ['Workbook', FREE, FREE, FREE],
    ]);
    assert.equal(oleKind(entries), 'xls');
  });

  it('ends on entries and sectors that go in circles or out of the file', () => {
    assert.equal(oleKind(oleOf([root(1), ['a', 1, 0, FREE]])), 'binary');
    const circle = oleOf([root(1), ['a', FREE, FREE, FREE]]);
    circle.writeUInt32LE(1, SECTOR + 4);
    assert.equal(oleKind(circle), 'binary');
    assert.equal(oleKind(Buffer.alloc(600, 0xff)), 'binary');
    assert.equal(oleKind(Buffer.alloc(100)), 'binary');
    assert.equal(
      oleKind(
        oleOf([
          ['', FREE, FREE, 1],
          ['__proto__', FREE, FREE, FREE],
        ]),
      ),
      'binary',
    );
  });

  it('gives way to the header when the streams do not tell', () => {
    const url = new URL('https://example.com/file');
    assert.equal(detectContentKind('application/msword', oleOf([root(FREE)]), url), 'doc');
    assert.equal(
      detectContentKind('application/msword', oleOf([root(1), ['Workbook', FREE, FREE, FREE]]), url),
      'xls',
    );
    assert.equal(detectContentKind(undefined, oleOf([root(FREE)]), url), 'binary');
  });
});
