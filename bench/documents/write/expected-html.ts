import { escapeText } from '../../../src/readers/markup.ts';
import type { BenchDocument, Block } from '../model.ts';
import { inlineHtml, listHtml, tableHtml } from './inline-html.ts';

const unchanged = (text: string): string => text;

/** What a reader should make of a document: the content of `<body>`, footnotes at its end. */
export function expectedHtml({ blocks, footnotes }: BenchDocument): string {
  const notes = footnotes.map((text, index) => `<li id="fn${index + 1}">${escapeText(text)}</li>`);
  return [...blocks.map(blockHtml), ...(notes.length === 0 ? [] : [`<ol>${notes.join('')}</ol>`])].join('\n');
}

function blockHtml(block: Block): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level}>${escapeText(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(block.content, unchanged)}</p>`;
    case 'quote':
      return `<blockquote><p>${inlineHtml(block.content, unchanged)}</p></blockquote>`;
    case 'code':
      return `<pre><code class="language-${block.language}">${escapeText(block.text)}</code></pre>`;
    case 'figure':
      return `<p>${escapeText(block.caption)}</p>`;
    case 'list':
      return listHtml(block, unchanged);
    case 'table':
      return (block.caption === '' ? '' : `<p>${escapeText(block.caption)}</p>`) + tableHtml(block);
    case 'page-break':
      return '';
  }
}
