import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { PdfBuilder, textAt } from '../../../../test/support/documents/build-pdf.ts';
import { sourceOf } from '../../../../test/support/documents/document-source.ts';
import type { DocumentProperties } from '../../document.ts';
import { readPdf } from '../read-pdf.ts';
import { findXmp } from './find-xmp.ts';
import { readXmpProperties } from './xmp-properties.ts';

function packet(inner: string, attributes = ''): string {
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" ${attributes}>${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

const TITLE =
  '<dc:title><rdf:Alt><rdf:li xml:lang="de">Der Titel</rdf:li><rdf:li xml:lang="x-default">Thé title</rdf:li></rdf:Alt></dc:title>';
const DATES = 'xmp:CreateDate="2024-01-31T12:00:00+01:00" xmp:ModifyDate="2024-02-01"';

async function propertiesOf(builder: PdfBuilder): Promise<DocumentProperties> {
  builder.page({ content: textAt(72, 700, 'Text.') });
  return (await readPdf(sourceOf(builder.build()))).properties;
}

test('title, author and dates are read from a packet, as elements and as attributes', () => {
  const creators = '<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>';
  const expected = {
    title: 'Thé title',
    author: 'Ada, Bob',
    createdAt: '2024-01-31T11:00:00.000Z',
    modifiedAt: '2024-02-01T00:00:00.000Z',
  };
  assert.deepEqual(readXmpProperties(packet(TITLE + creators, DATES)), expected);
  const elements = '<xmp:CreateDate>2024-01-31T11:00:00Z</xmp:CreateDate>';
  assert.equal(readXmpProperties(packet(elements)).createdAt, '2024-01-31T11:00:00.000Z');
  assert.deepEqual(readXmpProperties('<x:xmpmeta><broken'), {});
  assert.deepEqual(readXmpProperties('<a>'.repeat(2_000)), {});
});

test('the packet that the catalogue names fills in what the information dictionary lacks', async () => {
  const builder = new PdfBuilder();
  const info = builder.object('<< /Author (Own) >>');
  const xmp = Buffer.from(
    packet(`${TITLE}<dc:creator><rdf:Seq><rdf:li>Other</rdf:li></rdf:Seq></dc:creator>`, DATES),
  );
  const metadata = builder.stream(xmp, '/Type /Metadata /Subtype /XML');
  builder.stream(
    packet('<dc:title><rdf:Alt><rdf:li>Of a picture</rdf:li></rdf:Alt></dc:title>'),
    '/Type /Metadata',
  );
  builder.catalog = `/Metadata ${metadata}`;
  builder.trailer = `/Info ${info}`;
  const { title, author, createdAt } = await propertiesOf(builder);
  assert.deepEqual([title, author, createdAt], ['Thé title', 'Own', '2024-01-31T11:00:00.000Z']);
});

test('a packet may be compressed', async () => {
  const builder = new PdfBuilder();
  const metadata = builder.stream(deflateSync(packet(TITLE)), '/Type /Metadata /Filter /FlateDecode');
  builder.catalog = `/Metadata ${metadata}`;
  assert.equal((await propertiesOf(builder)).title, 'Thé title');
});

test('without a catalogue, of several packets the one that speaks of a PDF counts', () => {
  const picture = packet(TITLE);
  const own = packet(TITLE, 'pdf:Producer="X"');
  assert.equal(findXmp(Buffer.from(`${picture} ${own} ${picture}`))?.includes('pdf:Producer="X"'), true);
  assert.equal(findXmp(Buffer.from(`${picture} ${picture}`)), undefined);
  assert.equal(findXmp(Buffer.from(`junk ${picture}`))?.startsWith('<x:xmpmeta'), true);
  assert.equal(
    findXmp(Buffer.from('/Catalog /Metadata 5 0 R 5 0 obj << /Filter /FlateDecode >> stream\njunk')),
    undefined,
  );
});
