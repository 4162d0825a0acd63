import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { Firecrawl } from 'firecrawl';
import { buildDocx, paragraph, table } from '../support/documents/build-docx.ts';
import { HELVETICA, pdfStream, rawPdf } from '../support/documents/hostile/raw-pdf.ts';
import { SAMPLE_FILES } from '../support/documents/sample-files.ts';
import type { LoopbackSite } from '../support/loopback-site.ts';
import { startMcpClient } from '../support/mcp-client.ts';
import { shareTestService } from '../support/share-test-service.ts';
import type { CalledService } from '../support/test-service.ts';
import { answer, startTestSite } from '../support/test-site.ts';

const WORD = buildDocx({
  styles:
    '<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>',
  body:
    paragraph('Quarterly figures', 'H1') +
    paragraph('The first quarter went well.') +
    table(['Month', 'Sales'], ['January', '12']),
  core: '<dc:title>Figures</dc:title><dc:creator>Ada Example</dc:creator>',
});
const PAGE_TEXTS = ['First page of the report', 'Second page of the report', 'Third page of the report'];

/** One line of text a page. */
function buildPdf(texts: readonly string[], trailer = ''): Buffer {
  const kids = texts.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const pages = texts.flatMap((text, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
    pdfStream(`BT /F1 12 Tf 72 700 Td (${text}) Tj ET`),
  ]);
  return rawPdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${texts.length} >>`,
      HELVETICA,
      ...pages,
    ],
    trailer,
  );
}

const PDF = buildPdf(PAGE_TEXTS);

describe('documents', { concurrency: 3 }, () => {
  let site: LoopbackSite;
  let service: CalledService;
  let client: Firecrawl;
  let folder: string;

  before(async () => {
    const octets = { 'content-type': 'application/octet-stream' };
    site = await startTestSite({
      '/': '<title>Files</title><main><h1>Files</h1><p>All the files that there are.</p><a href="/report.pdf">Report</a> <a href="/figures.docx">Figures</a> <a href="/broken.docx">Broken</a></main>',
      '/report.pdf': answer(PDF, { 'content-type': 'application/pdf' }),
      '/figures.docx': answer(WORD, octets),
      // As wrong as servers are.
      '/download': answer(WORD, { 'content-type': 'text/html' }),
      '/junk-first': answer(Buffer.concat([Buffer.from('\r\n\r\n'), PDF]), octets),
      ...Object.fromEntries(
        SAMPLE_FILES.map(({ name, bytes }) => [`/samples/${name}`, answer(bytes, octets)]),
      ),
      '/broken.docx': answer(WORD.subarray(0, 300), octets),
    });
    folder = await mkdtemp(path.join(tmpdir(), 'decant-documents-'));
    service = await shareTestService();
    client = new Firecrawl({ apiKey: service.key, apiUrl: service.url });
  });
  after(async () => {
    await site?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  const scrape = (route: string, options: object = {}) =>
    service.call('/v2/scrape', { url: `${site.origin}${route}`, ...options });

  async function scraped(route: string, options: object = {}): Promise<any> {
    const { status, body } = await scrape(route, options);
    assert.deepEqual([status, body.success], [200, true], JSON.stringify(body));
    return body.data;
  }

  test('a Word document by URL, whatever its server calls it', async () => {
    for (const route of ['/figures.docx', '/download']) {
      const { status, body } = await scrape(route, { formats: ['markdown', 'html'] });
      assert.equal(status, 200, JSON.stringify(body));
      const { markdown, html, metadata } = body.data;
      assert.match(markdown, /^# Quarterly figures\n\nThe first quarter went well\.\n\n\| Month \| Sales \|/);
      assert.match(html, /<h1>Quarterly figures<\/h1>/);
      assert.deepEqual(
        [metadata.title, metadata.author, metadata.creditsUsed],
        ['Figures', 'Ada Example', 1],
      );
    }
  });

  test('every kind by upload and by URL', async () => {
    for (const { name, bytes, markdown } of SAMPLE_FILES) {
      const uploaded = await client.parse({ data: bytes, filename: name });
      assert.match(uploaded.markdown ?? '', markdown, name);
      const { body } = await scrape(`/samples/${name}`);
      assert.match(body.data?.markdown ?? JSON.stringify(body), markdown, name);
    }
  });

  test('a PDF costs a credit a page, and every option of its parser is honoured', async () => {
    const all = await scraped('/report.pdf');
    for (const text of PAGE_TEXTS) assert.ok(all.markdown.includes(text), all.markdown);
    assert.deepEqual(
      [all.metadata.numPages, all.metadata.totalPages, all.metadata.creditsUsed, all.metadata.contentType],
      [3, 3, 3, 'application/pdf'],
    );
    const parsers = [{ type: 'pdf', maxPages: 2, pages: true, pageMarkers: true, blocks: true }];
    const some = await scraped('/report.pdf', { parsers });
    assert.deepEqual(
      [some.metadata.numPages, some.metadata.totalPages, some.metadata.creditsUsed],
      [2, 3, 2],
    );
    assert.match(some.markdown, /First page[^]*\n\n---\n\n<!-- Page 2 -->\n\n[^]*Second page/);
    assert.ok(!some.markdown.includes('Third page'));
    assert.deepEqual(
      some.pages.map((page: any) => page.pageNumber),
      [1, 2],
    );
    assert.match(some.pages[1].markdown, /^Second page of the report\s*$/);
    const [block] = some.blocks[0].items;
    assert.deepEqual([some.blocks[0].width, some.blocks[0].height, some.blocks[0].status], [612, 792, 'ok']);
    assert.equal(some.markdown.slice(...block.markdownSpan), block.content);
    const [left, top, right, bottom] = block.bbox;
    assert.ok(
      left > 0.1 && left < right && right < 0.6 && top > 0.05 && top < bottom && bottom < 0.2,
      String(block.bbox),
    );
  });

  test('without parsers the bytes come as they are, for one credit', async () => {
    const data = await scraped('/report.pdf', { parsers: [] });
    assert.deepEqual(Buffer.from(data.markdown, 'base64'), PDF);
    assert.equal(data.metadata.creditsUsed, 1);
    const word = await scraped('/figures.docx', { parsers: [] });
    assert.deepEqual(Buffer.from(word.markdown, 'base64'), WORD);
    const other = await scraped('/report.pdf', { parsers: [], formats: ['html'] });
    assert.deepEqual(Buffer.from(other.html, 'base64'), PDF);
    assert.equal(other.warning, undefined);
    const raw = await scraped('/report.pdf', { parsers: [], formats: ['rawHtml', 'html'] });
    assert.deepEqual([raw.rawHtml, raw.html], [data.markdown, data.markdown]);
    const none = await scraped('/report.pdf', { parsers: [], formats: ['links'] });
    assert.match(none.warning, /bytes are in none: ask for markdown or html or rawHtml/);
    const both = await scraped('/report.pdf', { parsers: [], formats: ['markdown', 'links'] });
    assert.match(both.warning, /other formats are empty/);
    assert.equal(data.warning, undefined);
  });

  test('bytes before the header of a PDF do not matter', async () => {
    const { body } = await scrape('/junk-first');
    assert.match(body.data?.markdown ?? JSON.stringify(body), /First page/);
  });

  test('a second scrape reads the stored file', async () => {
    await scraped('/report.pdf', { maxAge: 0 });
    const data = await scraped('/report.pdf');
    assert.equal(data.metadata.cacheState, 'hit');
    assert.ok(data.markdown.includes('Second page'));
  });

  test('what cannot be read says why, and costs nothing', async () => {
    const earlier = (await service.call('/v2/team/credit-usage')).body.data.remainingCredits;
    const files: Array<[name: string, bytes: Buffer, code: string]> = [
      ['a.docx', WORD.subarray(0, 300), 'SCRAPE_DOCUMENT_DAMAGED'],
      ['a.pdf', PDF.subarray(0, 40), 'SCRAPE_DOCUMENT_DAMAGED'],
      ['a.xlsx', Buffer.from('PK\x03\x04 nothing more'), 'SCRAPE_DOCUMENT_DAMAGED'],
      ['a.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'UNSUPPORTED_FILE_TYPE'],
    ];
    for (const [filename, data, code] of files) {
      await assert.rejects(client.parse({ data, filename }), (error: any) => {
        const status = code === 'UNSUPPORTED_FILE_TYPE' ? 400 : 500;
        assert.deepEqual([error.status, error.code], [status, code], error.message);
        return true;
      });
    }
    const later = (await service.call('/v2/team/credit-usage')).body.data.remainingCredits;
    assert.equal(later, earlier);
  });

  test('crawls and batches read files too', async () => {
    const job = await client.crawl(site.origin, { pollInterval: 1, timeout: 60, limit: 10 });
    assert.equal(job.status, 'completed');
    const texts = job.data.map(({ markdown }) => markdown ?? '');
    assert.ok(texts.some((text) => text.includes('Third page of the report')));
    assert.ok(texts.some((text) => text.includes('# Quarterly figures')));
    // Two pages and three of the PDF; what is broken is free.
    assert.deepEqual([job.data.length, job.creditsUsed], [3, 5]);
    const { errors } = await client.getCrawlErrors(job.id ?? '');
    assert.deepEqual(
      errors.map(({ code, url }) => [code, url]),
      [['SCRAPE_DOCUMENT_DAMAGED', `${site.origin}/broken.docx`]],
    );
    const batch = await client.batchScrape([`${site.origin}/figures.docx`], { pollInterval: 1, timeout: 60 });
    assert.match(batch.data[0]?.markdown ?? '', /^# Quarterly figures/);
  });

  test('uploads through the npm client and the MCP server', async () => {
    const document = await client.parse(
      { data: WORD, filename: 'figures.docx' },
      { formats: ['markdown', 'html', 'links', 'images'] },
    );
    assert.match(document.markdown ?? '', /^# Quarterly figures/);
    const pdf = await client.parse(
      { data: PDF, filename: 'report.pdf' },
      { parsers: [{ type: 'pdf', maxPages: 1 }] },
    );
    assert.deepEqual([pdf.metadata?.numPages, pdf.metadata?.creditsUsed], [1, 1]);
    const place = path.join(folder, 'figures.docx');
    await writeFile(place, WORD);
    await using mcp = await startMcpClient(service);
    const { isError, content } = await mcp.call('firecrawl_parse', {
      filePath: place,
      formats: ['markdown'],
    });
    assert.notEqual(isError, true, content[0]?.text);
    assert.match(content[0]?.text ?? '', /Quarterly figures/);
  });
});
