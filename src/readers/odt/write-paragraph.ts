import type { BlockWriter, ParagraphRole } from '../html-writer/block-writer.ts';
import { TEXT_ROLE } from '../html-writer/block-writer.ts';
import { InlineWriter, PLAIN, type RunStyle } from '../html-writer/inline-writer.ts';
import { escapeText } from '../markup.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
import type { BlockPlace, OdtContext } from './odt-context.ts';
import { wholeNumber } from './list-styles.ts';
import type { ResolvedStyle } from './style-table.ts';
import { ParagraphContent } from './paragraph-content.ts';

/** What code cannot have in it. */
const OBJECT = /<(?:img|math)\b|<a href="#fn/;

/** Writes a `text:p` or `text:h`, and after it what is anchored to it. */
export function writeParagraph(
  context: OdtContext,
  element: XmlElement,
  out: BlockWriter,
  place: BlockPlace,
): void {
  const style = context.styles.resolve('paragraph', element.attributes['text:style-name'] ?? '');
  if (style.format.isHidden === true || hasHiddenField(element)) return;
  const own = roleOf(context, element, style);
  const isStrong = own.type === 'heading' && place.areHeadingsStrong === true;
  const role = isStrong ? TEXT_ROLE : own;
  const inline = new InlineWriter(context.budget);
  const content = new ParagraphContent(context, inline, role.type === 'code', isAlone(element));
  const run = runOf(style, role, place);
  content.write(element.children, isStrong ? { ...run, isBold: !place.isTableHead } : run);
  const { letters } = inline;
  context.letters.all += letters;
  if (style.format.isMonospaced === true || inline.isAllCode) context.letters.monospaced += letters;
  const mayBeCode = role.type === 'code' || (role.type === 'text' && inline.isAllCode && !place.isInline);
  const { targets } = content;
  const text = inline.finish(mayBeCode);
  const isCode = mayBeCode && !OBJECT.test(text);
  const number = own.type === 'heading' ? headingNumber(context, element, { style, role: own, place }) : '';
  const html = targets + numbered(text, number);
  if (place.isItemText === true && role.type === 'text') out.raw(html);
  else out.paragraph(writtenRole(role, isCode), html);
  if (content.blocks !== '') out.raw(content.blocks);
}

function numbered(text: string, number: string): string {
  return number === '' || text === '' ? text : `${escapeText(number)} ${text}`;
}

function writtenRole(role: ParagraphRole, isCode: boolean): ParagraphRole {
  if (isCode) return { type: 'code' };
  return role.type === 'code' ? TEXT_ROLE : role;
}

function roleOf(context: OdtContext, element: XmlElement, style: ResolvedStyle): ParagraphRole {
  if (element.name === 'text:h') {
    const level =
      wholeNumber(element.attributes['text:outline-level'] ?? element.attributes['text:level']) ?? 1;
    return { type: 'heading', level: Math.min(6, Math.max(1, level)) };
  }
  const { role, format } = style;
  if (role !== undefined) return role;
  return format.isMonospaced === true && context.isMonospacedCode ? { type: 'code' } : TEXT_ROLE;
}

/** The number of a heading is part of it, as `1.2` or `Chapter 3`. */
function headingNumber(
  context: OdtContext,
  element: XmlElement,
  {
    style,
    role,
    place,
  }: { style: ResolvedStyle; role: ParagraphRole & { type: 'heading' }; place: BlockPlace },
): string {
  if (place.headingNumber !== undefined) return place.headingNumber;
  // Paragraphs that only look like headings are in no outline, and a style may take its headings out of it.
  if (element.name !== 'text:h' || style.list === '') return '';
  const level = wholeNumber(element.attributes['text:outline-level']) ?? role.level;
  return context.headingNumbers.ofOutline(element, Math.max(1, level));
}

/** How text of a paragraph looks that no span says anything of. Headings and cells of a head are bold as such. */
function runOf({ format }: ResolvedStyle, role: ParagraphRole, place: BlockPlace): RunStyle {
  const isOrdinary = role.type === 'text' && !place.isTableHead;
  return {
    ...PLAIN,
    isBold: isOrdinary && format.isBold === true,
    isItalic: isOrdinary && format.isItalic === true,
    isStruck: format.isStruck === true,
  };
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
