import { headingRole, type ParagraphRole, TEXT_ROLE } from '../text-document/paragraph-role.ts';
import type { ItemMark } from '../text-document/list-item.ts';
import type { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { TextRuns } from '../text-document/text-runs.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
import type { BlockPlace, OdtContext } from './odt-context.ts';
import { readWholeNumber } from './list-styles.ts';
import { ParagraphContent, PLAIN_LOOK } from './paragraph-content.ts';
import type { OdfStyle } from './style-table.ts';

/** Writes a `text:p` or `text:h`, and after it what is anchored to it. */
export function writeOdfParagraph(
  context: OdtContext,
  element: XmlElement,
  out: TextDocumentWriter,
  place: BlockPlace,
): void {
  const style = context.styles.resolve('paragraph', element.attributes['text:style-name'] ?? '');
  if (style.format.isHidden === true || hasHiddenField(element)) return;
  const role = roleOf(context, element, style);
  const runs = new TextRuns(context.budget);
  const content = new ParagraphContent(context, runs, isAlone(element));
  const { isBold = false, isItalic = false } = style.own;
  content.write(element.children, {
    ...PLAIN_LOOK,
    isBold,
    isItalic,
    isStruck: style.format.isStruck === true,
  });
  const { length } = runs;
  context.letters.all += length;
  if (style.format.isMonospaced === true || runs.isCode) context.letters.monospaced += length;
  const { indent, pending } = place;
  const mark = role.type === 'heading' ? headingMark(context, element, style, place) : pending?.mark;
  const isBoldStyle = style.format.isBold === true || style.isTableHeading;
  const isShown = out.paragraph({ role, runs, mark, ids: content.ids, indent, isBold: isBoldStyle });
  if (isShown && pending !== undefined) pending.mark = undefined;
  out.block(content.blocks, Infinity);
}

function roleOf(context: OdtContext, element: XmlElement, { role, format }: OdfStyle): ParagraphRole {
  if (element.name === 'text:h') return headingRole(levelOf(element));
  if (role !== undefined) return role;
  return format.isMonospaced === true && context.isMonospacedCode ? { type: 'code' } : TEXT_ROLE;
}

function levelOf({ attributes }: XmlElement): number {
  return readWholeNumber(attributes['text:outline-level'] ?? attributes['text:level']) ?? 1;
}

/** The number of a heading is part of it, as `1.2` or `Chapter 3`. */
function headingMark(
  { itemNumbers }: OdtContext,
  element: XmlElement,
  { list }: OdfStyle,
  { pending }: BlockPlace,
): ItemMark | undefined {
  if (pending !== undefined) return pending.mark;
  // Paragraphs that only look like headings are in no outline, and a style may take its headings out of it.
  if (element.name !== 'text:h' || list === '') return undefined;
  return itemNumbers.ofOutline(element, Math.max(1, levelOf(element)));
}

/** True for a paragraph that holds one element and nothing else: a formula in it is set apart. */
function isAlone(element: XmlElement): boolean {
  let elements = 0;
  for (const child of element.children) {
    if (isElement(child) ? ++elements > 1 : child.trim() !== '') return false;
  }
  return elements === 1;
}

/** ODF 1.3 part 3, section 7.7.11. */
function hasHiddenField(element: XmlElement): boolean {
  return element.children.some(
    (child) =>
      isElement(child) &&
      child.name === 'text:hidden-paragraph' &&
      child.attributes['text:is-hidden'] === 'true',
  );
}
