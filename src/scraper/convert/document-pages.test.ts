import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentBlock, DocumentPage } from '../../readers/document.ts';
import { writeDocumentPages } from './document-pages.ts';

const OPTIONS = { type: 'pdf', mode: 'auto', pages: false, blocks: false, pageMarkers: false } as const;
const toMarkdown = (html: string): string => html.replaceAll(/<[^>]+>/g, '');

function block(html: string, type = 'paragraph'): DocumentBlock {
  const bbox = [0.1, 0.2, 0.9, 0.3] as const;
  return { type, label: 'Paragraph', bbox, html, source: 'layout', confidence: { layout: 1, ocr: null } };
}

function page(pageNumber: number, ...texts: string[]): DocumentPage {
  const blocks = texts.map((text) => block(`<p>${text}</p>`));
  const html = blocks.map((each) => each.html).join('\n\n');
  return { pageNumber, html, width: 595, height: 842, status: 'ok', blocks };
}

const PAGES = [page(3, 'one', 'two'), page(5, 'one', 'three')];
const MARKDOWN = 'one\n\ntwo\n\none\n\nthree';

test('nothing is made that was not asked for', () => {
  assert.deepEqual(
    writeDocumentPages({ pages: PAGES, options: OPTIONS, markdown: MARKDOWN }, toMarkdown),
    {},
  );
});

test('pages: the Markdown of each', () => {
  const options = { ...OPTIONS, pages: true };
  assert.deepEqual(writeDocumentPages({ pages: PAGES, options, markdown: MARKDOWN }, toMarkdown), {
    pages: [
      { pageNumber: 3, markdown: 'one\n\ntwo' },
      { pageNumber: 5, markdown: 'one\n\nthree' },
    ],
  });
});

test('page markers stand between pages only, and only where there is Markdown', () => {
  const options = { ...OPTIONS, pageMarkers: true };
  assert.deepEqual(writeDocumentPages({ pages: PAGES, options, markdown: MARKDOWN }, toMarkdown), {
    markdown: 'one\n\ntwo\n\n---\n\n<!-- Page 5 -->\n\none\n\nthree',
  });
  assert.deepEqual(writeDocumentPages({ pages: PAGES, options, markdown: undefined }, toMarkdown), {});
  assert.deepEqual(
    writeDocumentPages({ pages: PAGES.slice(0, 1), options, markdown: 'one' }, toMarkdown),
    {},
  );
});

test('blocks say where they stand in the Markdown, the same text each time in its own place', () => {
  const options = { ...OPTIONS, blocks: true };
  const { blocks } = writeDocumentPages({ pages: PAGES, options, markdown: MARKDOWN }, toMarkdown);
  const items = blocks!.flatMap((each) => each.items);
  assert.deepEqual(
    items.map(({ id, content, markdownSpan }) => [id, content, markdownSpan]),
    [
      ['p3-b1', 'one', [0, 3]],
      ['p3-b2', 'two', [5, 8]],
      ['p5-b1', 'one', [10, 13]],
      ['p5-b2', 'three', [15, 20]],
    ],
  );
  for (const { content, markdownSpan } of items) assert.equal(MARKDOWN.slice(...markdownSpan!), content);
});

test('what is no part of the text has no place in it', () => {
  const options = { ...OPTIONS, blocks: true };
  const pages = [{ ...page(1), blocks: [block('', 'header'), block('<p>elsewhere</p>')] }];
  const { blocks } = writeDocumentPages({ pages, options, markdown: 'text' }, toMarkdown);
  assert.deepEqual(
    blocks![0]!.items.map(({ content, markdownSpan }) => [content, markdownSpan]),
    [
      ['', null],
      ['elsewhere', null],
    ],
  );
});
