import { escapeAttribute, escapeText } from '../../../src/readers/markup.ts';
import { createRandom } from '../../pages/random.ts';
import type { BenchDocument, Block } from '../model.ts';
import { inlineHtml, listHtml, tableHtml, type ChangeText } from '../write/inline-html.ts';

export interface PrintedHtmlOptions {
  css: string;
  /** Long words may be broken over two lines. */
  isHyphenated: boolean;
}

/** A document as a page for the browser to print: blocks are the children of `main`, footnotes its last. */
export function printedHtml(document: BenchDocument, { css, isHyphenated }: PrintedHtmlOptions): string {
  const { blocks, footnotes, language, isRtl, title } = document;
  const change = isHyphenated ? softHyphens : (text: string): string => text;
  const body = blocks.map((block, index) => blockHtml(block, index, change)).join('\n');
  const notes = footnotes
    .map((text, index) => {
      const number = index + 1;
      return `<p class="note${index === 0 ? ' first' : ''}" id="fn${number}"><sup>${number}</sup> ${escapeText(change(text))}</p>`;
    })
    .join('\n');
  return `<!doctype html><html lang="${language}" dir="${isRtl ? 'rtl' : 'ltr'}"><meta charset="utf-8"><title>${escapeText(title)}</title>
<style>${BASE_CSS}${css}</style><main>${body}\n${notes}</main></html>`;
}

const BASE_CSS = `
html, body { margin: 0; padding: 0; } body { font: 10.5pt/1.4 'Open Sans', sans-serif; }
h1, h2, h3, h4 { line-height: 1.25; break-after: avoid; } p, ul, ol, pre, table, figure, blockquote { margin: 0 0 0.7em; }
blockquote { margin-inline: 2em; font-style: italic; } li { margin-bottom: 0.2em; } li > ul, li > ol { margin: 0.2em 0 0; }
pre { font: 0.85em/1.35 'DejaVu Sans Mono', monospace; white-space: pre; background: #f2f2f2; padding: 0.6em; } code { font-family: 'DejaVu Sans Mono', monospace; font-size: 0.88em; }
table { border-collapse: collapse; font-size: 0.9em; } td, th { padding: 0.25em 0.6em; text-align: start; vertical-align: top; font-weight: normal; } th { font-weight: bold; } tr { break-inside: avoid; }
figure { break-inside: avoid; text-align: center; } figcaption, .caption { font-size: 0.88em; } .caption { margin-bottom: 0.35em; break-after: avoid; }
.note { font-size: 0.8em; margin: 0 0 0.25em; } .note.first { border-top: 0.6pt solid #000; padding-top: 0.5em; margin-top: 1.6em; }
.break { break-before: page; height: 0; } sup { font-size: 0.65em; line-height: 0; } a { color: #0645ad; text-decoration: none; } sup a { color: inherit; }
`;

function blockHtml(block: Block, index: number, change: ChangeText): string {
  switch (block.type) {
    case 'heading':
      return `<h${block.level}>${escapeText(block.text)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inlineHtml(block.content, change)}</p>`;
    case 'quote':
      return `<blockquote>${inlineHtml(block.content, change)}</blockquote>`;
    case 'code':
      return `<pre><code>${escapeText(block.text)}</code></pre>`;
    case 'figure':
      return `<figure>${chart(index, block.alternative)}<figcaption>${escapeText(change(block.caption))}</figcaption></figure>`;
    case 'list':
      return listHtml(block, change);
    case 'table':
      return (
        (block.caption === '' ? '' : `<p class="caption">${escapeText(block.caption)}</p>`) + tableHtml(block)
      );
    case 'page-break':
      return '<div class="break"></div>';
  }
}

/** Bars over grid lines, which are no table. */
function chart(seed: number, alternative: string): string {
  const random = createRandom(seed);
  const lines = Array.from(
    { length: 5 },
    (_, index) => `<path d="M10 ${10 + index * 20}H230" stroke="#999"/>`,
  );
  const bars = Array.from({ length: 6 }, (_, index) => {
    const height = random.int(10, 78);
    return `<rect x="${20 + index * 35}" y="${90 - height}" width="22" height="${height}" fill="#47a"/>`;
  });
  return `<svg role="img" aria-label="${escapeAttribute(alternative)}" width="240" height="100">${lines.join('')}${bars.join('')}</svg>`;
}

const LONG_WORDS = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{7,}/gu;
const SYLLABLE =
  /(?<=.{2}[aeiouyäöüéèαειουωηόάέίаеиоуыяю])(?=[^aeiouyäöüéèαειουωηόάέίаеиоуыяю][aeiouyäöüéèαειουωηόάέίаеиоуыяю].)/giu;

/** Good enough for words to be broken somewhere between syllables. */
function softHyphens(text: string): string {
  return text.replace(LONG_WORDS, (word) => word.replace(SYLLABLE, '\u00ad'));
}
