import type { Relationships } from '../ooxml/relationships.ts';
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.ts';
import { cellBodyHtml } from './text-body.ts';

/** Cells that one may span; no slide shows more. */
const MAX_SPAN = 1_000;

/** A table of DrawingML (ECMA-376 part 1, section 21.1.3); its first row is the head where it is marked so. */
export function slideTableHtml(table: XmlElement, links: Relationships): string {
  const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';
  const hasHead = isOn(childOf(table, 'a:tblPr')?.attributes['firstRow']);
  const rows = childrenOf(table, 'a:tr').map((row, index) => {
    const element = hasHead && index === 0 ? 'th' : 'td';
    const cells = childrenOf(row, 'a:tc')
      // Cells that another one covers.
      .filter(({ attributes }) => !isOn(attributes['hMerge']) && !isOn(attributes['vMerge']))
      .map((cell) => {
        const span =
          spanOf('colspan', cell.attributes['gridSpan']) + spanOf('rowspan', cell.attributes['rowSpan']);
        return `<${element}${span}>${cellBodyHtml(childOf(cell, 'a:txBody'), links)}</${element}>`;
      });
    return `<tr>${cells.join('')}</tr>`;
  });
  if (rows.length === 0) return '';
  const [head = '', ...body] = rows;
  return hasHead
    ? `<table><thead>${head}</thead><tbody>${body.join('')}</tbody></table>`
    : `<table role="table"><tbody>${rows.join('')}</tbody></table>`;
}

function spanOf(name: string, value: string | undefined): string {
  const span = Math.min(Number(value ?? 1), MAX_SPAN);
  return Number.isInteger(span) && span > 1 ? ` ${name}="${span}"` : '';
}
