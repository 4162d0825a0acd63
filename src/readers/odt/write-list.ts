import { BlockWriter } from '../html-writer/block-writer.ts';
import { listTypeOf } from '../office/number-format.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
import type { Counters } from './list-numbers.ts';
import { wholeNumber } from './list-styles.ts';
import type { BlockPlace, OdtContext } from './odt-context.ts';

interface OpenList {
  level: number;
  style: string | undefined;
  counters: Counters;
  place: BlockPlace;
}

/** Writes a list that stands in no other (ODF 1.3 part 3, section 5.3). */
export function writeList(context: OdtContext, list: XmlElement, out: BlockWriter, place: BlockPlace): void {
  const open: OpenList = {
    level: 1,
    style: list.attributes['text:style-name'],
    counters: context.listNumbers.countersOf(list),
    place,
  };
  // Numbered headings are items of a list too; they are headings first.
  if (holdsHeading(list)) {
    context.openLists.endTo(0, out);
    writeItemsAsBlocks(context, list, out, open);
    return;
  }
  // A list that only nests others goes on in the item before it: each style of Word is a list of its own.
  const content = new BlockWriter();
  writeLevel(context, list, content, { ...open, place: { ...place, isInline: true } });
  context.openLists.endTo(0, content);
  const depth = leastDepth(list);
  // A number that an item is given must be said where a list begins.
  const counters = startsAnew(list) ? [] : open.counters;
  context.openLists.write(content.finish(), { depth, counters }, out);
}

function startsAnew(list: XmlElement): boolean {
  const item = list.children.find(isElement);
  return item?.attributes['text:start-value'] !== undefined;
}

/** How deep the shallowest item with a text of its own is nested; bounded by the depth of the file. */
function leastDepth(list: XmlElement): number {
  let least = Infinity;
  for (const item of list.children) {
    if (!isElement(item) || item.name !== 'text:list-item') continue;
    const first = firstBlock(item);
    const inner = first?.name === 'text:list' ? leastDepth(first) : 0;
    least = Math.min(least, inner + 1);
    if (least === 1) return 1;
  }
  return Number.isFinite(least) ? least : 1;
}

function writeLevel(context: OdtContext, list: XmlElement, out: BlockWriter, open: OpenList): void {
  const { isNumbered, start, format } = context.listStyles.level(open.style, open.level);
  const type = listTypeOf(format);
  const tag = isNumbered ? 'ol' : 'ul';
  let isOpen = false;
  let expected = 0;
  for (const item of list.children) {
    if (!isElement(item)) continue;
    const isHeader = item.name === 'text:list-header';
    if (!isHeader && item.name !== 'text:list-item') continue;
    // An item without a paragraph of its own is only there to nest a list, or to hold the place of an older item.
    if (isHeader || beginsWithList(item)) {
      writeItemContent(context, item, out, open);
      continue;
    }
    const given = wholeNumber(item.attributes['text:start-value']);
    const last = open.counters[open.level];
    const number = given ?? (last === undefined ? start : last + 1);
    open.counters.length = Math.min(open.counters.length, open.level);
    open.counters[open.level] = number;
    if (isOpen) out.raw('</li>');
    else out.raw(isNumbered ? openNumbered(number, type) : '<ul>');
    out.raw(isNumbered && isOpen && number !== expected ? `<li value="${number}">` : '<li>');
    isOpen = true;
    expected = number + 1;
    writeItemContent(context, item, out, open);
  }
  if (isOpen) out.raw(`</li></${tag}>`);
}

function openNumbered(start: number, type: string | undefined): string {
  return `<ol${type === undefined ? '' : ` type="${type}"`}${start === 1 ? '' : ` start="${start}"`}>`;
}

function writeItemContent(context: OdtContext, item: XmlElement, out: BlockWriter, open: OpenList): void {
  const first = firstBlock(item);
  for (const child of item.children) {
    if (!isElement(child)) continue;
    if (child.name === 'text:list') {
      const style = child.attributes['text:style-name'] ?? open.style;
      writeLevel(context, child, out, { ...open, level: open.level + 1, style });
    } else if (child.name !== 'text:number') {
      const isItemText = child === first && item.name === 'text:list-item';
      context.writeBlocks([child], out, isItemText ? { ...open.place, isItemText } : open.place);
    }
  }
}

function writeItemsAsBlocks(context: OdtContext, list: XmlElement, out: BlockWriter, open: OpenList): void {
  for (const item of list.children) {
    if (!isElement(item)) continue;
    const first = firstBlock(item);
    for (const child of item.children) {
      if (!isElement(child) || child.name === 'text:number') continue;
      if (child.name === 'text:list') {
        const style = child.attributes['text:style-name'] ?? open.style;
        writeItemsAsBlocks(context, child, out, { ...open, level: open.level + 1, style });
      } else if (
        child === first &&
        child.name === 'text:h' &&
        !context.headingNumbers.isOutline(open.style)
      ) {
        const isNumbered = item.name === 'text:list-item';
        const { style, level, counters, place } = open;
        const headingNumber = isNumbered ? context.headingNumbers.ofItem(item, style, level, counters) : '';
        context.writeBlocks([child], out, { ...place, headingNumber });
      } else {
        context.writeBlocks([child], out, open.place);
      }
    }
  }
}

function firstBlock(item: XmlElement): XmlElement | undefined {
  return item.children.find(
    (child): child is XmlElement =>
      isElement(child) && child.name !== 'text:number' && child.name !== 'text:soft-page-break',
  );
}

function beginsWithList(item: XmlElement): boolean {
  return firstBlock(item)?.name === 'text:list';
}

/** Whether any item begins with a heading; only outermost lists are asked, so that every item is looked at once. */
function holdsHeading(list: XmlElement): boolean {
  return list.children.some((item) => {
    const first = isElement(item) ? firstBlock(item) : undefined;
    return (
      first !== undefined && (first.name === 'text:h' || (first.name === 'text:list' && holdsHeading(first)))
    );
  });
}
