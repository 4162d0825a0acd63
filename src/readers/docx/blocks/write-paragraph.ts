import { headingRole, type ParagraphRole, TEXT_ROLE } from '../../text-document/paragraph-role.ts';
import type { TextDocumentWriter } from '../../text-document/text-document-writer.ts';
import type { Paragraph } from '../inline/paragraph.ts';
import type { DocxDocument } from '../story.ts';
import type { ParagraphFormat } from './paragraph-format.ts';

/** An outline level of a paragraph itself makes a heading only of what is short enough to be one. */
const MAX_OUTLINED = 250;
/** Twentieths of a point that a table of contents without styles is indented for each level. */
const CONTENTS_INDENT = 360;
const TEXT_LEVEL = 9;

/** Writes a paragraph as what it is; its bookmarks too, which belong to the next one when it shows nothing. */
export function writeParagraph(
  writer: TextDocumentWriter,
  { lists }: DocxDocument,
  paragraph: Paragraph,
  format: ParagraphFormat,
): void {
  const { runs, ids, hasRule } = paragraph;
  const { style, list } = format;
  // A paragraph without text counts as well.
  const mark = list === undefined ? undefined : lists.next(list, format.listLevel);
  const indent = format.indent ?? mark?.indent ?? style.indent ?? 0;
  const role = roleOf(paragraph, format, indent);
  const isShown = writer.paragraph({ role, runs, mark, ids, indent, isBold: style.run.isBold === true });
  if (hasRule || (!isShown && format.hasLine && mark === undefined)) writer.rule();
}

function roleOf(
  paragraph: Paragraph,
  { style, list, outlineLevel }: ParagraphFormat,
  indent: number,
): ParagraphRole {
  const { role } = style;
  const isOutlined = outlineLevel !== undefined && outlineLevel >= 0 && outlineLevel < TEXT_LEVEL;
  if (role.type === 'heading') {
    if (outlineLevel === TEXT_LEVEL) return TEXT_ROLE;
    return isOutlined ? headingRole(outlineLevel + 1) : role;
  }
  if (role.type !== 'text') return role;
  if (isOutlined && paragraph.runs.length <= MAX_OUTLINED) return headingRole(outlineLevel + 1);
  // Not all programs have styles for the lines of a table of contents: they are links inside of its field.
  const isContents = paragraph.isContents && list === undefined && paragraph.runs.hasLink;
  return isContents ? { type: 'contents', level: 1 + Math.round(indent / CONTENTS_INDENT) } : role;
}
