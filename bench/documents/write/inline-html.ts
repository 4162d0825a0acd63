import { escapeAttribute, escapeText } from '../../../src/readers/markup.ts';
import type { Inline, ListBlock, TableBlock } from '../model.ts';

/** Changes the words of running text, such as to mark where they may be broken. */
export type ChangeText = (text: string) => string;

const TAGS = { strong: 'strong', em: 'em', code: 'code', sup: 'sup' } as const;

export function inlineHtml(content: readonly Inline[], change: ChangeText): string {
  return content.map((run) => runHtml(run, change)).join('');
}

function runHtml({ text, style, href, footnote }: Inline, change: ChangeText): string {
  if (footnote !== undefined) {
    return `<sup data-note="${footnote}"><a href="#fn${footnote}" id="fnref${footnote}">${footnote}</a></sup>`;
  }
  const body = escapeText(style === 'code' ? text : change(text));
  const styled = style === undefined ? body : `<${TAGS[style]}>${body}</${TAGS[style]}>`;
  return href === undefined ? styled : `<a href="${escapeAttribute(href)}">${styled}</a>`;
}

export function listHtml({ isOrdered, items }: ListBlock, change: ChangeText): string {
  const tag = isOrdered ? 'ol' : 'ul';
  const inner = items
    .map(({ content, children }) => {
      const nested = children === undefined ? '' : listHtml(children, change);
      return `<li>${inlineHtml(content, change)}${nested}</li>`;
    })
    .join('');
  return `<${tag}>${inner}</${tag}>`;
}

export function tableHtml({ rows, headerRows }: TableBlock): string {
  const written = rows.map((row) => {
    const cells = row.map(({ text, isHeader, columnSpan, rowSpan, align }) => {
      const tag = isHeader ? 'th' : 'td';
      const spans =
        (columnSpan > 1 ? ` colspan="${columnSpan}"` : '') + (rowSpan > 1 ? ` rowspan="${rowSpan}"` : '');
      const style = align === 'left' ? '' : ` style="text-align:${align}"`;
      return `<${tag}${spans}${style}>${escapeText(text)}</${tag}>`;
    });
    return `<tr>${cells.join('')}</tr>`;
  });
  const head = headerRows === 0 ? '' : `<thead>${written.slice(0, headerRows).join('')}</thead>`;
  return `<table>${head}<tbody>${written.slice(headerRows).join('')}</tbody></table>`;
}
