import { childrenOf, isElement, type XmlElement } from '../xml/xml-element.ts';
import type { OdtContext } from './odt-context.ts';

/**
 * Whether the first row is the head of a table that does not say so: all of its paragraphs have the style for heads, or
 * it alone is bold.
 */
export function hasHeadRow(context: OdtContext, [first, ...others]: readonly XmlElement[]): boolean {
  if (first === undefined) return false;
  return hasHeadStyle(context, first) || isBoldAlone(context, first, others);
}

function hasHeadStyle(context: OdtContext, row: XmlElement): boolean {
  const paragraphs = row.children
    .filter(isElement)
    .flatMap((cell) => cell.children)
    .filter(isElement);
  return (
    paragraphs.length > 0 &&
    paragraphs.every(
      ({ name, attributes }) =>
        name === 'text:p' &&
        context.styles.resolve('paragraph', attributes['text:style-name'] ?? '').isTableHeading,
    )
  );
}

function isBoldAlone(context: OdtContext, first: XmlElement, others: readonly XmlElement[]): boolean {
  const cells = filledCells(first);
  // A cell that goes on in other rows would be cut at the end of the head.
  const isCut = cells.some(({ attributes }) => (attributes['table:number-rows-spanned'] ?? '1') !== '1');
  return (
    cells.length > 1 &&
    !isCut &&
    cells.every((cell) => isBold(context, cell)) &&
    others.some((row) => filledCells(row).some((cell) => !isBold(context, cell)))
  );
}

/** Looks at paragraphs only: tables may nest, and each would be looked through as often as it is deep. */
function filledCells(row: XmlElement): XmlElement[] {
  return childrenOf(row, 'table:table-cell').filter((cell) =>
    cell.children.some((block) => isElement(block) && (block.name !== 'text:p' || !isBlank(block))),
  );
}

function isBlank({ children }: XmlElement): boolean {
  return children.every((child) => !isElement(child) && child.trim() === '');
}

const WITHOUT_TEXT = /^text:(?:bookmark|reference-mark|line-break|soft-page-break|s$|tab$)/;

/** One paragraph, all of whose text is bold. */
function isBold(context: OdtContext, cell: XmlElement): boolean {
  const [paragraph, ...more] = cell.children.filter(isElement);
  if (paragraph?.name !== 'text:p' || more.length > 0) return false;
  const { format } = context.styles.resolve('paragraph', paragraph.attributes['text:style-name'] ?? '');
  return paragraph.children.every((child) => {
    if (!isElement(child)) return child.trim() === '' || format.isBold === true;
    if (child.name !== 'text:span') return WITHOUT_TEXT.test(child.name);
    const own = context.styles.resolve('text', child.attributes['text:style-name'] ?? '').format;
    return (own.isBold ?? format.isBold) === true || isBlank(child);
  });
}
