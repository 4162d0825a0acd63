import type { TableLook } from '../text-document/table-html.ts';
import type { TextDocumentWriter } from '../text-document/text-document-writer.ts';
import { TEXT_ROLE } from '../text-document/paragraph-role.ts';
import { TextRuns } from '../text-document/text-runs.ts';
import { isElement, type XmlElement } from '../xml/xml-element.ts';
import type { BlockPlace, OdtContext } from './odt-context.ts';
import { readOdfDrawing } from './write-frame.ts';
import { writeList } from './write-list.ts';
import { writeOdfParagraph } from './write-paragraph.ts';
import { readOdfTable } from './read-table.ts';

/** Blocks without text of their own, and those that only tell how an index was made. */
const LEFT_OUT = new Set([
  'text:tracked-changes',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'text:dde-connection-decls',
  'text:table-of-content-source',
  'text:illustration-index-source',
  'text:table-index-source',
  'text:object-index-source',
  'text:user-index-source',
  'text:alphabetical-index-source',
  'text:bibliography-source',
  'text:soft-page-break',
  'text:section-source',
  'office:forms',
  'office:dde-source',
  'office:annotation',
  'office:event-listeners',
  'office:automatic-styles',
  'office:styles',
  'office:meta',
  'presentation:notes',
  'table:desc',
  'table:title',
  'svg:title',
  'svg:desc',
]);

/** Writes blocks in their order; elements that are not known are looked into, so that no text is lost. */
export function writeBlocks(
  context: OdtContext,
  children: ReadonlyArray<XmlElement | string>,
  out: TextDocumentWriter,
  place: BlockPlace,
): void {
  for (const child of children) {
    if (!isElement(child) || LEFT_OUT.has(child.name)) continue;
    switch (child.name) {
      case 'text:p':
      case 'text:h':
        writeOdfParagraph(context, child, out, place);
        break;
      case 'text:list':
      case 'text:ordered-list':
      case 'text:unordered-list':
        writeList(context, child, out, place);
        break;
      case 'table:table':
        out.table(readOdfTable(context, child), tableLook(child), place.indent);
        break;
      default:
        if (child.name.startsWith('draw:')) writeDrawing(context, child, out, place);
        else if (!isHidden(child)) writeBlocks(context, child.children, out, place);
    }
  }
}

/** Drawings that are anchored to a page, or to nothing. */
function writeDrawing(
  context: OdtContext,
  drawing: XmlElement,
  out: TextDocumentWriter,
  { indent }: BlockPlace,
): void {
  const { inline, blocks } = readOdfDrawing(context, drawing, true);
  const runs = new TextRuns(context.budget);
  runs.addAtom(inline);
  out.paragraph({ role: TEXT_ROLE, runs, indent });
  out.block(blocks, indent);
}

/** ODF 1.3 part 3, section 19.806: a condition has been worked out when the file was written. */
function isHidden({ name, attributes }: XmlElement): boolean {
  if (name !== 'text:section') return false;
  const display = attributes['text:display'];
  return display === 'none' || (display === 'condition' && attributes['text:is-hidden'] === 'true');
}

/** Cells of OpenDocument are those of a grid; tables of slides say of their first row that it looks different (ODF 1.3 part 3, 19.744). */
function tableLook({ attributes }: XmlElement): TableLook {
  return { hasWidths: false, hasFirstRow: attributes['table:use-first-row-styles'] === 'true' };
}
