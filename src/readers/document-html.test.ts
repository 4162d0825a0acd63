import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentHtml } from './document-html.ts';

test('what a file says of itself is in the head, escaped, and its pages in the body', () => {
  const html = documentHtml({
    html: '',
    properties: {
      title: 'A < B',
      author: '"Ada" & Co',
      language: 'de',
      createdAt: '2026-01-02T03:04:05Z',
      custom: { 'Client"': 'x' },
    },
    pages: [
      { pageNumber: 1, html: '<p>one</p>', width: 1, height: 1, status: 'ok', blocks: [] },
      { pageNumber: 2, html: '<p>two</p>', width: 1, height: 1, status: 'ok', blocks: [] },
    ],
    warnings: [],
  });
  assert.equal(
    html,
    '<!doctype html><html lang="de"><head><title>A &lt; B</title>' +
      '<meta name="author" content="&quot;Ada&quot; &amp; Co"><meta name="dcterms.created" content="2026-01-02T03:04:05Z">' +
      '<meta name="Client&quot;" content="x"></head><body>\n<p>one</p>\n<p>two</p>\n</body></html>',
  );
});
