import type { BlockWriter } from '../html-writer/block-writer.ts';
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
  if (holdsHeading(list)) {
    // Numbered headings are items of a list too; they are headings first.
    writeItemsAsBlocks(context, list, out, place);
    return;
  }
  const counters = context.listNumbers.countersOf(list);
  writeLevel(context, list, out, {
    level: 1,
    style: list.attributes['text:style-name'],
    counters,
    place: { ...place, isInline: true },
  });
}

function writeLevel(context: OdtContext, list: XmlElement, out: BlockWriter, open: OpenList): void {
  const { isNumbered, start } = context.listStyles.level(open.style, open.level);
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
    else out.raw(isNumbered && number !== 1 ? `<ol start="${number}">` : `<${tag}>`);
    out.raw(isNumbered && isOpen && number !== expected ? `<li value="${number}">` : '<li>');
    isOpen = true;
    expected = number + 1;
    writeItemContent(context, item, out, open);
  }
  if (isOpen) out.raw(`</li></${tag}>`);
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

function writeItemsAsBlocks(
  context: OdtContext,
  list: XmlElement,
  out: BlockWriter,
  place: BlockPlace,
): void {
  for (const item of list.children) {
    if (!isElement(item)) continue;
    for (const child of item.children) {
      if (!isElement(child) || child.name === 'text:number') continue;
      if (child.name === 'text:list') writeItemsAsBlocks(context, child, out, place);
      else context.writeBlocks([child], out, place);
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
