import type { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
import type { Counters } from './item-numbers.ts';
import type { BlockPlace, OdtContext } from './odt-context.ts';

/** Twentieths of a point for each level: what stands in an item is told by it from what stands behind its list. */
const LEVEL_INDENT = 720;

interface OpenList {
  /** From 1. */
  level: number;
  style: string | undefined;
  counters: Counters;
  /** Where the list stands. */
  indent: number;
}

/** Writes a list that stands in no other (ODF 1.3 part 3, section 5.3). */
export function writeList(
  context: OdtContext,
  list: XmlElement,
  out: TextDocumentWriter,
  { indent }: BlockPlace,
): void {
  const style = list.attributes['text:style-name'];
  const counters = context.itemNumbers.countersOf(list);
  writeLevel(context, list, out, { level: 1, style, counters, indent });
}

function writeLevel(context: OdtContext, list: XmlElement, out: TextDocumentWriter, open: OpenList): void {
  for (const item of list.children) {
    if (!isElement(item)) continue;
    if (item.name === 'text:list-item') writeItem(context, item, out, open);
    else if (item.name === 'text:list-header') {
      writeContent(context, item, out, { open, depth: open.level, pending: {} });
    }
  }
}

/** An item that begins with a list is only there to nest it, or to hold the place of an older item. */
function writeItem(context: OdtContext, item: XmlElement, out: TextDocumentWriter, open: OpenList): void {
  const first = item.children.find(
    (child): child is XmlElement =>
      isElement(child) && child.name !== 'text:number' && child.name !== 'text:soft-page-break',
  );
  const isNesting = first?.name === 'text:list';
  const isInOutline = first?.name === 'text:h' && context.itemNumbers.isOutline(open.style);
  const mark =
    isNesting || isInOutline
      ? undefined
      : context.itemNumbers.ofItem(item, open.style, open.level, open.counters);
  // An item that shows nothing before its text is no item of what stands before it.
  const depth = isNesting || mark !== undefined ? open.level : open.level - 1;
  writeContent(context, item, out, { open, depth, pending: isInOutline ? undefined : { mark } });
}

function writeContent(
  context: OdtContext,
  item: XmlElement,
  out: TextDocumentWriter,
  { open, depth, pending }: { open: OpenList; depth: number; pending: BlockPlace['pending'] },
): void {
  const indent = open.indent + LEVEL_INDENT * depth;
  for (const child of item.children) {
    if (!isElement(child)) continue;
    if (child.name === 'text:list') {
      const style = child.attributes['text:style-name'] ?? open.style;
      writeLevel(context, child, out, { ...open, level: open.level + 1, style });
    } else if (child.name !== 'text:number') {
      context.writeBlocks([child], out, { indent, pending });
    }
  }
}
